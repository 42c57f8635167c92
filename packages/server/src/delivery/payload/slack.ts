/**
 * Format `slack`: a Block Kit message. Slack rejects messages that exceed one of the limits in
 * https://docs.slack.dev/reference/block-kit/blocks
 */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { escapeHtml, sourcePage, truncateText, titleOf, valueText } from "./readable.ts";

const MAX_HEADER_CHARACTERS = 150;
const MAX_SECTION_CHARACTERS = 3_000;
const MAX_COLUMNS = 10;
/** Slack shows two columns next to each other; longer texts get a section of full width. */
const MAX_COLUMN_CHARACTERS = 120;
/** A message has at most 50 blocks; the other four are the header, the files, the omitted fields and the page. */
const MAX_SECTIONS = 46;

type Text = { readonly type: "mrkdwn"; readonly text: string };
type Section = { readonly type: "section" } & (
  { readonly text: Text } | { readonly fields: readonly Text[] }
);

export function slackText(source: PayloadSource): string {
  const title = titleOf(source);
  const { sections, omitted } = sectionsOf(source);
  const files = source.attachments.map((file) => link(file.public_url, file.name)).join("\n");
  const page = sourcePage(source);
  const blocks = [
    {
      type: "header",
      text: { type: "plain_text", text: truncateText(title, MAX_HEADER_CHARACTERS) },
    },
    ...sections,
    ...(files === "" ? [] : [{ type: "section", text: markdown(linesWithin(files)) }]),
    ...(omitted === 0 ? [] : [context(`${omitted} more fields are not shown.`)]),
    ...(page === undefined ? [] : [context(`Sent from ${link(page.href, page.host)}`)]),
  ];
  return JSON.stringify({ text: escapeHtml(title), blocks });
}

/** Shows short fields in columns; with more fields than sections it puts several fields into each section. */
function sectionsOf({ fields }: PayloadSource): { sections: Section[]; omitted: number } {
  const texts = fields.map(([name, value]) => fieldText(name, valueText(value)));
  return texts.length <= MAX_SECTIONS
    ? { sections: columnSections(texts), omitted: 0 }
    : packSections(texts);
}

const fieldText = (name: string, value: string) => {
  const label = `*${escapeHtml(name === "" ? "(no name)" : name)}*`;
  return truncate(value === "" ? label : `${label}\n${escapeHtml(value)}`);
};

function columnSections(texts: readonly string[]): Section[] {
  const sections: Section[] = [];
  let columns: Text[] = [];
  for (const text of texts) {
    if (text.length > MAX_COLUMN_CHARACTERS) {
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

function packSections(texts: readonly string[]): { sections: Section[]; omitted: number } {
  const packed: string[] = [];
  let shown = 0;
  for (const text of texts) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= MAX_SECTION_CHARACTERS) {
      packed[packed.length - 1] = `${last}\n${text}`;
    } else if (packed.length === MAX_SECTIONS) {
      break;
    } else {
      packed.push(text);
    }
    shown += 1;
  }
  const sections = packed.map((text) => ({ type: "section", text: markdown(text) }) as const);
  return { sections, omitted: texts.length - shown };
}

const markdown = (text: string): Text => ({ type: "mrkdwn", text });
const context = (text: string) => ({ type: "context", elements: [markdown(text)] });

/** Leaves out the last lines if there are too many characters, so that no link is truncated. */
function linesWithin(text: string): string {
  if (text.length <= MAX_SECTION_CHARACTERS) return text;
  const end = text.lastIndexOf("\n", MAX_SECTION_CHARACTERS - 2);
  return `${text.slice(0, Math.max(0, end))}\n…`;
}

/** Truncates without splitting an entity. */
const truncate = (text: string) =>
  truncateText(text, MAX_SECTION_CHARACTERS).replace(/&[a-z]{0,3}…$/, "…");

const link = (url: string, name: string) =>
  `<${escapeHtml(url).replaceAll("|", "%7C")}|${escapeHtml(truncateText(name, 200)).replaceAll(/\s/g, " ")}>`;
