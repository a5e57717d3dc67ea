// The solver's side of the page, in a worker: it may take long, and may be ended. The first message is a module.
// Each later one is a question: {text}, {text, scheduler}, {units: text} or {drawing}; the answer is a message.
import { answersTo, opinionOf, pictureOf, unitsOf } from "./answers.mjs";
import { makeSolver } from "./solver.mjs";

export function serve() {
  let solver;
  addEventListener("message", ({ data }) => {
    if (data instanceof WebAssembly.Module) solver = makeSolver(data);
    else if (data.drawing) postMessage(pictureOf(solver, data.drawing));
    else if (data.units) postMessage(unitsOf(solver, data.units));
    else postMessage(data.scheduler ? opinionOf(solver, data.scheduler, data.text) : answersTo(solver, data.text));
  });
}
