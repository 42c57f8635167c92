// Checks the decision pages, their index and the relative links of the documentation.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = "docs/decisions";
const INDEX = `${FOLDER}/README.md`;

const SUBJECTS = [
  "intake",
  "spam",
  "leads",
  "storage",
  "outbox and delivery",
  "API",
  "dashboard",
  "CLI",
  "queue",
  "SDK",
  "verify package",
  "operations",
  "tests",
];

const REPLACED = String.raw`\d{4} \([^()]+\)`;
/** `accepted`, `superseded by NNNN`, or `partly superseded by NNNN (what), NNNN (what)`. */
const STATUS = new RegExp(
  `^(?:accepted|superseded by \\d{4}|partly superseded by ${REPLACED}(?:, ${REPLACED})*)$`,
);

interface Page {
  readonly file: string;
  readonly number: string;
  readonly text: string;
  readonly title: string | undefined;
  /** The status line's parts, links replaced by their text. */
  readonly status: string | undefined;
  readonly date: string | undefined;
  readonly subject: string | undefined;
  /** Numbers of the pages that supersede this one. */
  readonly supersededBy: readonly string[];
}

function readPage(path: string): Page {
  const file = basename(path);
  const text = readFileSync(path, "utf8");
  const [heading = "", , line = ""] = text.split("\n");
  const parts = /^Status: (.+) · Date: (.+) · Subject: (.+)$/.exec(withoutLinks(line));
  return {
    file,
    number: file.slice(0, 4),
    text,
    title: new RegExp(String.raw`^# ${file.slice(0, 4)}\. (\S.*)$`).exec(heading)?.[1],
    status: parts?.[1],
    date: parts?.[2],
    subject: parts?.[3],
    supersededBy: (parts?.[1] ?? "").match(/\b\d{4}\b/g) ?? [],
  };
}

const withoutLinks = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");

/** Targets of relative links, without query and fragment. Code is left out. */
function linkedFiles(path: string): string[] {
  const prose = readFileSync(path, "utf8").replaceAll(/^```.*?^```$|`[^`\n]*`/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((target) => !/^(?:[a-z]+:|#|\/)/i.test(target))
    .map((target) => target.replace(/[?#].*$/, ""));
}

/** Rows of the index: the subject they are listed under, number, file, title and status. */
function indexRows(): { subject: string; page: string }[] {
  let subject = "";
  return readFileSync(INDEX, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("#")) subject = line.replace(/^#+ /, "");
      const row = /^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\| (.+?) +\|$/.exec(line);
      return row === null ? [] : [{ subject, page: row.slice(1).join(" | ") }];
    });
}

const pages = globSync(`${FOLDER}/[0-9]*.md`).map(readPage);

describe("decision pages", () => {
  it("are all named NNNN-words.md, with no number used twice", () => {
    expect(
      globSync(`${FOLDER}/*`)
        .map((path) => basename(path))
        .filter((file) => file !== "README.md" && !/^\d{4}(?:-[a-z0-9]+)+\.md$/.test(file)),
    ).toEqual([]);
    expect(new Set(pages.map(({ number }) => number)).size).toBe(pages.length);
  });

  it("begin with their number and title, then a line with status, date and subject", () => {
    const wrong = pages.filter(
      ({ title, status, date, subject }) =>
        title === undefined ||
        !STATUS.test(status ?? "") ||
        !isDate(date ?? "") ||
        !SUBJECTS.includes(subject ?? ""),
    );

    expect(pages.length).toBeGreaterThan(0);
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it("are superseded by later pages that exist and link back", () => {
    const broken = pages.flatMap((page) =>
      page.supersededBy
        .filter((number) => {
          const later = pages.find((other) => other.number === number);
          return later === undefined || number <= page.number || !later.text.includes(page.file);
        })
        .map((number) => `${page.number} → ${number}`),
    );

    expect(broken).toEqual([]);
  });

  it("name source files that exist, unless the page was superseded", () => {
    const sources = new Set(
      globSync(["packages/*/{bin,src,test}/**/*.*", "{bench,demo,scripts,test}/**/*.*"]).map(
        (path) => basename(path),
      ),
    );

    const missing = pages
      .filter(({ status }) => status?.startsWith("superseded") !== true)
      .flatMap(({ number, text }) =>
        [...text.matchAll(/`(?:[\w-]+\/)*([\w-][\w.-]*\.(?:tsx?|jsonl))`/g)]
          .map((match) => match[1] ?? "")
          .filter((name) => !sources.has(name))
          .map((name) => `${number}: ${name}`),
      );
    expect(missing).toEqual([]);
  });

  it("are in the index exactly once, under their subject, with their title and status", () => {
    const expected = pages.map(({ subject, number, file, title, status }) => ({
      subject,
      page: [number, file, title, status].join(" | "),
    }));

    const rows = indexRows();
    expect(rows.toSorted(byPage)).toEqual(expected.toSorted(byPage));
  });
});

describe("relative links", () => {
  it.each([
    ...globSync("docs/**/*.md"),
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    ...globSync("packages/*/README.md"),
  ])("of %s lead to files that exist", (path) => {
    const missing = linkedFiles(path).filter((target) => !existsSync(join(dirname(path), target)));

    expect(missing).toEqual([]);
  });
});

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const byPage = (a: { page: string }, b: { page: string }) => (a.page < b.page ? -1 : 1);
