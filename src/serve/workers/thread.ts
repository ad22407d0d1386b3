/** What the main thread starts as a worker. */
import { runWorker } from "./worker.ts";

runWorker();
