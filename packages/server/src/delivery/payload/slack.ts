/**
 * Format `slack`: a Block Kit message. Slack refuses a message that is over one of its limits, so each
 * is kept here: https://docs.slack.dev/reference/block-kit/blocks
 */
import type { PayloadSource } from "../../domain/delivery.ts";
import { pageOf, shortened, titleOf, valueText } from "./readable.ts";

const MAX_IN_HEADER = 150;
const MAX_IN_SECTION = 3_000;
const MAX_COLUMNS = 10;
/** Two columns stand side by side; what is longer gets the whole width. */
const MAX_IN_COLUMN = 120;
/** A message has at most 50 blocks. The others are the header, the files, the page, and what is left out. */
const MAX_SECTIONS = 46;

interface Text {
  readonly type: "mrkdwn";
  readonly text: string;
}
type Section = { readonly type: "section" } & (
  { readonly text: Text } | { readonly fields: readonly Text[] }
);

export function slack(source: PayloadSource) {
  const title = titleOf(source);
  const { sections, left } = sectionsOf(source);
  const files = source.attachments.map((file) => link(file.public_url, file.name)).join("\n");
  const page = pageOf(source);
  const blocks = [
    { type: "header", text: { type: "plain_text", text: shortened(title, MAX_IN_HEADER) } },
    ...sections,
    ...(files === "" ? [] : [{ type: "section", text: markdown(linesWithin(files)) }]),
    ...(left === 0 ? [] : [context(`${left} more fields are not shown.`)]),
    ...(page === undefined ? [] : [context(`Sent from ${link(page.href, page.host)}`)]),
  ];
  return {
    contentType: "application/json",
    text: JSON.stringify({ text: escaped(title), blocks }),
  };
}

/** In columns while there is a section for each field; of more, as many as possible in each section. */
function sectionsOf({ fields }: PayloadSource): { sections: Section[]; left: number } {
  const texts = fields.map(([name, value]) => fieldText(name, valueText(value)));
  return texts.length <= MAX_SECTIONS
    ? { sections: columnSections(texts), left: 0 }
    : packedSections(texts);
}

const fieldText = (name: string, value: string) => {
  const label = `*${escaped(name === "" ? "(no name)" : name)}*`;
  return cut(value === "" ? label : `${label}\n${escaped(value)}`);
};

function columnSections(texts: readonly string[]): Section[] {
  const sections: Section[] = [];
  let columns: Text[] = [];
  for (const text of texts) {
    if (text.length > MAX_IN_COLUMN) {
      columns = [];
      sections.push({ type: "section", text: markdown(text) });
    } else if (columns.length > 0 && columns.length < MAX_COLUMNS) {
      columns.push(markdown(text));
    } else {
      columns = [markdown(text)];
      sections.push({ type: "section", fields: columns });
    }
  }
  return sections;
}

function packedSections(texts: readonly string[]): { sections: Section[]; left: number } {
  const packed: string[] = [];
  let shown = 0;
  for (const text of texts) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= MAX_IN_SECTION) {
      packed[packed.length - 1] = `${last}\n${text}`;
    } else if (packed.length === MAX_SECTIONS) {
      break;
    } else {
      packed.push(text);
    }
    shown += 1;
  }
  const sections = packed.map((text) => ({ type: "section", text: markdown(text) }) as const);
  return { sections, left: texts.length - shown };
}

const markdown = (text: string): Text => ({ type: "mrkdwn", text });
const context = (text: string) => ({ type: "context", elements: [markdown(text)] });

/** A link must not be cut, so of too many the last are left out. */
function linesWithin(text: string): string {
  if (text.length <= MAX_IN_SECTION) return text;
  const end = text.lastIndexOf("\n", MAX_IN_SECTION - 2);
  return `${text.slice(0, Math.max(0, end))}\n…`;
}

/** The three characters that mean something in a text: no field can make a link or call people. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** Never through an entity, half of which would be shown as it is. */
const cut = (text: string) => shortened(text, MAX_IN_SECTION).replace(/&[a-z]{0,3}…$/, "…");

const link = (url: string, name: string) =>
  `<${escaped(url).replaceAll("|", "%7C")}|${escaped(shortened(name, 200)).replaceAll(/\s/g, " ")}>`;
