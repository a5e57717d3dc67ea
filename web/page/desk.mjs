// The page asks a worker, which is ended and replaced if an answer takes too long. So no record blocks the page,
// whoever wrote the address.

const milliseconds = 8000;

// `source` is the script of this page, which is also the worker's. One question at a time.
export function makeDesk(source, module) {
  const place = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  let worker;
  const open = () => {
    worker = new Worker(place);
    worker.postMessage(module);
  };
  open();
  return {
    // Undefined if the answer takes too long.
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
