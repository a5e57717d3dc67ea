// The solver's side of the page, in a worker: it may take its time, and be ended. A message is a module, to begin
// with; then a question each, {text} or {text, scheduler}, and the answer is a message.
import { answersTo, opinionOf } from "./answers.mjs";
import { makeSolver } from "./solver.mjs";

export function serve() {
  let solver;
  addEventListener("message", ({ data }) => {
    if (data instanceof WebAssembly.Module) solver = makeSolver(data);
    else postMessage(data.scheduler ? opinionOf(solver, data.scheduler, data.text) : answersTo(solver, data.text));
  });
}
