/** Loads Handlebars with the first template: few servers use templates, and it takes 7 MiB of memory. */
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

const require = createRequire(import.meta.url);

export function handlebars(): typeof Handlebars {
  return require("handlebars") as typeof Handlebars;
}
