/** Code that posts a form from a script or a framework: that of docs/use/snippets.md, with the form's own fields. */
import { readFileSync } from "node:fs";
import { type SnippetForm, snippetParts } from "@intray/sdk/snippet";
import { packageFile } from "../../platform/version.ts";

interface FrameworkSnippet {
  /** For the element with the code. */
  readonly id: string;
  readonly name: string;
  /** Where the code belongs, and what to know. */
  readonly hint: string;
  readonly code: string;
}

/** The address of the form in the guide. */
const GUIDE_ADDRESS = "http://127.0.0.1:8787/f/YOUR_FORM";
/** The lines that the guide's form has for its sample fields, from the first label to the honeypot. */
const GUIDE_FIELDS = /^( *)<label>[^]*? name="_gotcha".*$/m;
const SECTION = /^## (?<name>\w+)\n\n(?<hint>.+)\n(?:\n<!--.*)*\n\n```\w+\n(?<code>[^]*?)\n```$/gm;

/** `npm run build` copies the guide. Its first section is the HTML that {@link snippetParts} has itself. */
const readSections = () => {
  const guide = readFileSync(packageFile("bundle/guides/snippets.md"), "utf8");
  return [...guide.matchAll(SECTION)].slice(1).map(({ groups = {} }) => groups);
};
let sections: ReturnType<typeof readSections> | undefined;

/** @param origin The server's public origin. */
export function frameworkSnippets(form: SnippetForm, origin: string): readonly FrameworkSnippet[] {
  const { address, encoding, lines } = snippetParts(form, origin);
  sections ??= readSections();
  return sections.map(({ name = "", hint = "", code = "" }) => {
    const own = (WRITERS[name] ?? ((html) => html))(lines);
    return {
      id: `snippet-${name.toLowerCase()}`,
      name,
      hint: hint.replaceAll("`", ""),
      code: code
        .replace(GUIDE_FIELDS, (_, indent: string) => own.map((line) => indent + line).join("\n"))
        .replace('method="post">', `method="post"${encoding}>`)
        .replace(GUIDE_ADDRESS, () => address),
    };
  });
}

/** Values are escaped, so a tag ends with the first `>` and an attribute's value has no quote. */
const TAG_OR_BRACE = /<[^>]*>|[{}]/g;
const isBrace = (part: string) => part.length === 1;

/** JSX has other names for these attributes. */
const JSX_NAMES = [
  ["tabindex", "tabIndex"],
  ["autocomplete", "autoComplete"],
  ["minlength", "minLength"],
  ["maxlength", "maxLength"],
] as const;

/** React loads a script with `async` once, wherever the component is. */
const jsx = (lines: readonly string[]) =>
  lines.map((line) =>
    line
      .replaceAll(TAG_OR_BRACE, (part) => (isBrace(part) ? `{"${part}"}` : jsxTag(part)))
      .replaceAll("></textarea>", " />")
      .replaceAll("></div>", " />")
      .replaceAll(" defer></script>", " async />"),
  );

function jsxTag(tag: string): string {
  const named = JSX_NAMES.reduce((text, [from, to]) => text.replace(` ${from}="`, ` ${to}="`), tag);
  return tag.startsWith("<input") ? named.replace(/>$/, " />") : named;
}

/** How the lines of the form are written, if not as HTML. */
const WRITERS: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  React: jsx,
  Next: jsx,
  /** Astro would bundle a script that is not `is:inline`. */
  Astro: (lines) =>
    lines.map((line) =>
      line
        .replaceAll(TAG_OR_BRACE, (part) => (isBrace(part) ? `{"${part}"}` : part))
        .replaceAll("<script ", "<script is:inline "),
    ),
  /** Two braces begin an action of Hugo, also in an attribute. */
  Hugo: (lines) => lines.map((line) => line.replaceAll("{{", "&#123;&#123;")),
};
