/**
 * Formats `discord`, `mattermost`, `telegram` and `ntfy`: a title, the fields, and notes with files and page. Whatever
 * was posted, a message keeps the limits of its chat, adds no link of its own and mentions nobody.
 */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { escapeHtml, sourcePage, titleOf, truncateText, valueText } from "./readable.ts";

interface Chat {
  readonly maxFields: number;
  readonly maxNameSize: number;
  readonly maxValueSize: number;
  /** Of the whole message. */
  readonly maxSize: number;
  /** The unit of the limits. */
  readonly sizeOf: (text: string) => number;
  readonly escape: (text: string) => string;
  /** @param name Without line breaks. */
  readonly link: (url: string, name: string) => string;
}

interface Message {
  readonly title: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly notes: string;
}

const MAX_TITLE_SIZE = 200;
const MAX_NOTES_SIZE = 1_000;
const MAX_LINK_NAME_CHARACTERS = 100;
/** For what a chat puts around a field, and for the note about omitted fields. */
const FRAME_SIZE = 12;
const OMITTED_SIZE = 50;
/** A value that would have to be shorter is left out. */
const MIN_VALUE_SIZE = 50;
/** Longer values get a line of their own where a chat shows columns. */
const MAX_COLUMN_CHARACTERS = 40;

const charactersOf = (text: string) => text.length;
/** Discord and Mattermost make links of URLs by themselves, and only as long as nothing in them is escaped. */
const markdownEscape = (special: string, escaped: (character: string) => string) => {
  const pattern = new RegExp(String.raw`https?://[^\s\\\`*<>[\]()|]+|[${special}]`, "g");
  return (text: string) =>
    text.replaceAll(pattern, (found) => (found.length > 1 ? found : escaped(found)));
};
const markdownLink = (escape: Chat["escape"]) => (url: string, name: string) =>
  `[${escape(name)}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`;

const escapeDiscord = markdownEscape(String.raw`\\\`*_~|<>[\]#`, (found) => `\\${found}`);

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const DISCORD: Chat = {
  maxFields: 25,
  maxNameSize: 256,
  maxValueSize: 1_024,
  maxSize: 6_000,
  sizeOf: charactersOf,
  escape: escapeDiscord,
  link: markdownLink(escapeDiscord),
};

export function discordText(source: PayloadSource): string {
  const { title, fields, notes } = messageOf(source, DISCORD);
  const embed = {
    title,
    ...(notes === "" ? {} : { description: notes }),
    fields: fields.map((field) => ({ ...field, inline: isShort(field) })),
  };
  return JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
}

const escapeMattermostMarkdown = markdownEscape(
  String.raw`\\\`*_~|<>&[\]#`,
  (found) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[found] ?? `\\${found}`,
);
/** A name after an "@" in a field is notified, `@channel` all people of it. A space of no width separates them. */
const escapeMattermost = (text: string) =>
  escapeMattermostMarkdown(text).replaceAll(/(?<!\w)@/g, "@\u200B");

/** Old servers keep 8,000 characters of attachments (https://developers.mattermost.com/integrate/webhooks/incoming). */
const MATTERMOST: Chat = {
  maxFields: 50,
  maxNameSize: 256,
  maxValueSize: 3_000,
  maxSize: 6_000,
  sizeOf: charactersOf,
  escape: escapeMattermost,
  link: markdownLink(escapeMattermost),
};

export function mattermostText(source: PayloadSource): string {
  const { title, fields, notes } = messageOf(source, MATTERMOST);
  const attachment = {
    fallback: title,
    title,
    ...(notes === "" ? {} : { text: notes }),
    fields: fields.map((field) => ({
      title: field.name,
      value: field.value,
      short: isShort(field),
    })),
  };
  return JSON.stringify({ attachments: [attachment] });
}

/** https://core.telegram.org/bots/api#sendmessage; beyond 100 entities, names would not be bold and links be missing. */
const TELEGRAM: Chat = {
  maxFields: 80,
  maxNameSize: 256,
  maxValueSize: 3_000,
  maxSize: 4_096,
  sizeOf: charactersOf,
  escape: escapeHtml,
  link: (url, name) => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`,
};

/** `chat_id` is in the query of the URL, which Telegram reads together with a JSON body. */
export function telegramText(source: PayloadSource): string {
  const { title, fields, notes } = messageOf(source, TELEGRAM);
  const shown = fields.map(({ name, value }) => `<b>${name}</b>\n${value}`);
  return JSON.stringify({
    text: [`<b>${title}</b>`, ...shown, ...(notes === "" ? [] : [notes])].join("\n\n"),
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
  });
}

/** Of a longer message ntfy makes a file (https://docs.ntfy.sh/publish/#limitations). */
const NTFY: Chat = {
  maxFields: 200,
  maxNameSize: 256,
  maxValueSize: 3_000,
  maxSize: 4_096,
  sizeOf: (text) => Buffer.byteLength(text),
  escape: (text) => text,
  link: (url, name) => (url.includes(name) ? url : `${name}: ${url}`),
};

/** The text of the message; the URL may have `title`, `priority`, `tags` and more as parameters. */
export function ntfyText(source: PayloadSource): string {
  const { title, fields, notes } = messageOf(source, NTFY);
  const shown = fields.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return [title, shown, notes].filter((part) => part !== "").join("\n\n");
}

const isShort = ({ value }: Message["fields"][number]) => value.length <= MAX_COLUMN_CHARACTERS;

function messageOf(source: PayloadSource, chat: Chat): Message {
  const { maxFields, maxNameSize, maxValueSize, maxSize, sizeOf } = chat;
  const title = escapeWithin(titleOf(source), MAX_TITLE_SIZE, chat);
  const lines = linesWithin(linksOf(source, chat), MAX_NOTES_SIZE, chat);
  let left = maxSize - sizeOf([title, ...lines].join("\n")) - FRAME_SIZE - OMITTED_SIZE;
  const fields: { name: string; value: string }[] = [];
  for (const [given, posted] of source.fields.slice(0, maxFields)) {
    // Discord rejects empty texts.
    const name = escapeWithin(given.trim() || "(no name)", maxNameSize, chat);
    const room = Math.min(maxValueSize, left - sizeOf(name) - FRAME_SIZE);
    if (room < MIN_VALUE_SIZE) break;
    const value = escapeWithin(valueText(posted).trim() || "–", room, chat);
    left -= sizeOf(name) + sizeOf(value) + FRAME_SIZE;
    fields.push({ name, value });
  }
  const omitted = source.fields.length - fields.length;
  const note = omitted === 0 ? [] : [`${omitted} more fields are not shown.`];
  return { title, fields, notes: [...note, ...lines].join("\n") };
}

function linksOf(source: PayloadSource, { link }: Chat): readonly string[] {
  const page = sourcePage(source);
  return [
    ...source.attachments.map(({ public_url, name }) =>
      link(public_url, truncateText(name, MAX_LINK_NAME_CHARACTERS).replaceAll(/\s/g, " ")),
    ),
    ...(page === undefined ? [] : [`Sent from ${link(page.href, page.host)}`]),
  ];
}

/** Leaves out the lines that do not fit, so that no link is truncated. */
function linesWithin(lines: readonly string[], max: number, { sizeOf }: Chat): readonly string[] {
  let left = max;
  return lines.filter((line) => {
    const size = sizeOf(line) + 1;
    if (size > left) return false;
    left -= size;
    return true;
  });
}

/** Truncates before it escapes, so that no escape is cut. */
function escapeWithin(text: string, max: number, { escape, sizeOf }: Chat): string {
  let shown = truncateText(text, max);
  for (;;) {
    const escaped = escape(shown);
    const excess = sizeOf(escaped) - max;
    if (excess <= 0) return escaped;
    // The escape of a character has at most five.
    shown = truncateText(shown, shown.length - Math.ceil(excess / 5));
  }
}
