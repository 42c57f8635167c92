/** Where `bundles.ts` has written the programs that tests start. */
import { join } from "node:path";
import { inject } from "vitest";

/** The bundle of a module that was built to `dist`, or of `bin`. */
export const builtBundle = (name: string): string =>
  join(inject("bundles"), "built", `${name}.mjs`);

/** The bundle of a source module. */
export const sourceBundle = (name: string): string =>
  join(inject("bundles"), "source", `${name}.mjs`);

/** `packages/server/bin/intray-server.js`. */
export const SERVER = builtBundle("intray-server");
