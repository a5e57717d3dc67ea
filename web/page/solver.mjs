// The solver: this repository's C++ as WebAssembly. A question is what `fairshare` would be given,
// the arguments and a record; the answer is the line of JSON that it would print.
//
//     const solver = makeSolver(await WebAssembly.compile(bytes));
//     solver.ask("solve", '{"total":10,"claimants":[{},{}]}')
//         -> '{"outcome":"allocation","ratio":"5","shares":["5","5"]}'

const tooLong = JSON.stringify({
  error: { code: "FS023", message: "the exact numbers of the answer take too much memory; give fewer digits" },
});

export function makeSolver(module) {
  // The C library's ways to the world lead nowhere: there are no files, and no environment.
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
    // A trap is an exception of the C++: the only one says that numbers take too much memory. What
    // trapped is of no more use.
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
