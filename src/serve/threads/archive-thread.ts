/** The thread that reads the archive: see `archive-tasks.ts`. */
import { workerData } from "node:worker_threads";
import { doTasks } from "./archive-tasks.ts";

doTasks(workerData as string);
