/** Handlebars, loaded with the first template: few servers have one, and it takes 7 MiB. */
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

const require = createRequire(import.meta.url);

export function handlebars(): typeof Handlebars {
  return require("handlebars") as typeof Handlebars;
}
