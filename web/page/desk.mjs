// Where the page asks: a worker that is ended and replaced where an answer takes too long, so that no record, whoever
// wrote the address, holds up the page.

const milliseconds = 8000;

// `source` is the script of this page, which is the worker's as well. One question at a time.
export function makeDesk(source, module) {
  const place = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  let worker;
  const open = () => {
    worker = new Worker(place);
    worker.postMessage(module);
  };
  open();
  return {
    // Undefined where it takes too long.
    ask: (question) =>
      new Promise((resolve) => {
        const late = setTimeout(() => {
          worker.terminate();
          open();
          resolve(undefined);
        }, milliseconds);
        worker.onmessage = ({ data }) => {
          clearTimeout(late);
          resolve(data);
        };
        worker.postMessage(question);
      }),
  };
}
