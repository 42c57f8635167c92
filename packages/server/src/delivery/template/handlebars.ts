/** Loads the parser of Handlebars: the server at its start, and nobody else, since it takes memory. */
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

const require = createRequire(import.meta.url);

/** Without the compiler, which nothing here uses and which takes as much memory again. */
export function handlebars(): Pick<typeof Handlebars, "parse" | "Exception"> {
  const { parse } = require("handlebars/dist/cjs/handlebars/compiler/base") as typeof Handlebars;
  const Exception =
    require("handlebars/dist/cjs/handlebars/exception") as typeof Handlebars.Exception;
  return { parse, Exception };
}
