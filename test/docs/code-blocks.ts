// Finds the code blocks of the pages that users read.
import { globSync, readFileSync } from "node:fs";

export interface CodeBlock {
  /** `README.md:12`, the page and line of its first line. */
  readonly at: string;
  readonly language: string;
  readonly code: string;
  /** What the HTML comment above it says: `<!-- example: NAME -->`. */
  readonly example: string | undefined;
}

const PAGES = ["*.md", "packages/*/README.md", "docs/*/*.md", "examples/*/README.md"];
const BLOCK = /^(?:<!-- example: (.+?) -->\n\n)?```([\w ]*)\n(.*?)^```$/gms;

/** All blocks of all pages, in order. Blocks in lists are indented, and not found: {@link countFences} counts them. */
export const codeBlocks = (): CodeBlock[] => globSync(PAGES).toSorted().flatMap(blocksOf);

function blocksOf(page: string): CodeBlock[] {
  const text = readFileSync(page, "utf8");
  return [...text.matchAll(BLOCK)].map(
    ({ index, 0: whole, 1: example, 2: language = "", 3: code = "" }) => {
      const line = text.slice(0, index + whole.indexOf("```")).split("\n").length;
      return { at: `${page}:${line + 1}`, language, code, example };
    },
  );
}

/** The scripts of package.json that the pages name. */
export function namedScripts(): readonly string[] {
  const texts = globSync(PAGES).map((page) => readFileSync(page, "utf8"));
  return texts.flatMap((text) =>
    [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = ""]) => name),
  );
}

/** Every line with a fence, wherever it is. */
export function countFences(): number {
  const pages = globSync(PAGES).map((page) => readFileSync(page, "utf8"));
  return pages.flatMap((text) => text.match(/^[ >\t]*(?:```|~~~)/gm) ?? []).length;
}
