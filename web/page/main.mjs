// One script for both: the page, and the worker that it starts from its own text.
import { begin } from "./explorer.mjs";
import { serve } from "./worker.mjs";

if (typeof document === "undefined") serve();
else begin();
