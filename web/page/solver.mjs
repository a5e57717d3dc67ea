// The solver: this repository's C++ as WebAssembly. A question has the arguments and the record that `fairshare`
// would get; the answer is the line of JSON that it would print.
//
//     const solver = makeSolver(await WebAssembly.compile(bytes));
//     solver.ask("solve", '{"total":10,"claimants":[{},{}]}')
//         -> '{"outcome":"allocation","ratio":"5","shares":["5","5"]}'

const tooLong = JSON.stringify({
  error: { code: "FS023", message: "the exact numbers of the answer take too much memory; give fewer digits" },
});

export function makeSolver(module) {
  // The C library's system calls do nothing: there are no files, and no environment.
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => 0;
  }
  const make = () => {
    const { exports } = new WebAssembly.Instance(module, imports);
    exports._initialize();
    return exports;
  };
  let solver = make();

  const askOnce = (text) => {
    const question = new TextEncoder().encode(text);
    const place = solver.question(question.length);
    new Uint8Array(solver.memory.buffer, place, question.length).set(question);
    const length = solver.answer();
    const answer = new Uint8Array(solver.memory.buffer, solver.answer_text(), length);
    return new TextDecoder().decode(answer);
  };

  return {
    // A trap is a C++ exception: the only one says that numbers take too much memory. After a trap the instance
    // cannot be used any more.
    ask(args, record = "") {
      try {
        return askOnce(`${args}\n${record}`);
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        solver = make();
        return tooLong;
      }
    },
  };
}
