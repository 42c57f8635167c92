/** Where the programs are that tests start; `bundles.ts` has written most of them. */
import { join } from "node:path";
import { inject } from "vitest";

/** The bundle of a program that uses what was built to `dist`. */
export const builtBundle = (name: string) => join(inject("bundles"), "built", `${name}.mjs`);

export const sourceBundle = (name: string) => join(inject("bundles"), "source", `${name}.mjs`);

/** The server as it is published. */
export const SERVER = join(import.meta.dirname, "../../packages/server/bin/intray-server.js");
