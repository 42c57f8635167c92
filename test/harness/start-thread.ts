/** Stands in for `platform/start-thread.ts` in the processes of the tests: starts a thread from its bundle. */
import { Worker, type WorkerOptions } from "node:worker_threads";
import { sourceBundle } from "./bundled.ts";

export const startThread = (name: string, _: string, options: WorkerOptions = {}): Worker =>
  new Worker(sourceBundle(name), options);
