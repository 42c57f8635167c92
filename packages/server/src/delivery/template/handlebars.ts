/** Loads Handlebars: the server at its start, and nobody else, since it takes 7 MiB of memory. */
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

const require = createRequire(import.meta.url);

export function handlebars(): typeof Handlebars {
  return require("handlebars") as typeof Handlebars;
}
