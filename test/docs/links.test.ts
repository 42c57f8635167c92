// The links between Markdown files, the pages that comments in the code cite, and the source files that pages name.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PAGES = globSync(["*.md", "{docs,examples,test}/**/*.md", "packages/*/README.md"]);
const CODE = globSync([
  "*.{ts,yaml}",
  "packages/*/{src,test,scripts}/**/*.{ts,tsx,js,css}",
  "{bench,demo,examples,scripts,test}/**/*.{ts,js,yaml}",
]);

/** Targets of relative links. Code is left out. */
function linksOf(path: string): string[] {
  const prose = readFileSync(path, "utf8").replaceAll(/^```.*?^```$|`[^`\n]*`/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((target) => !/^(?:[a-z]+:|\/)/i.test(target));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const prose = readFileSync(path, "utf8").replaceAll(/^```.*?^```$/gms, "");
  return new Set([...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => toAnchor(heading)));
}

const toAnchor = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** Whether the file exists, and has the heading that the fragment names. */
function isFound(target: string, from: string): boolean {
  const [file = "", fragment] = target.replace(/\?.*$/, "").split("#");
  const path = file === "" ? from : join(dirname(from), file);
  if (!existsSync(path)) return false;
  return fragment === undefined || !path.endsWith(".md") || anchorsOf(path).has(fragment);
}

it.each(PAGES)("relative links of %s lead to files and headings that exist", (path) => {
  expect(linksOf(path).filter((target) => !isFound(target, path))).toEqual([]);
});

it("comments cite pages and headings that exist", () => {
  const cited = CODE.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/(?<![\w/])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(
      ([target]) => ({ path, target }),
    ),
  );

  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ target }) => !isFound(target, "README.md"))).toEqual([]);
});

/** Names such as `api/FOLDER/NAME.ts` stand for others. */
it("pages for contributors name source files that exist", () => {
  const sources = globSync("{packages,bench,demo,scripts,test}/**/*.{ts,tsx}", {
    exclude: (name) => name === "node_modules" || name === "dist",
  }).map((path) => `/${path}`);
  const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", ...globSync("docs/contribute/**/*.md")];

  const missing = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.tsx?)`/g)]
      .map(([, name = ""]) => name)
      .filter(
        (name) => !/[A-Z]{4}/.test(name) && !sources.some((path) => path.endsWith(`/${name}`)),
      )
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});
