/** Format `team_chat`: a message with one Adaptive Card 1.4, for Microsoft Teams. */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { sourcePage, truncateText, titleOf, valueText } from "./readable.ts";

/** Teams rejects larger messages. */
const MAX_BYTES = 28 * 1_024;
const MAX_TITLE_CHARACTERS = 200;
const MAX_LINKS = 6;

/** The whole card if it fits; otherwise with truncated values, and then with fewer fields. */
export function teamChatText(source: PayloadSource): string {
  const whole = card(source, { maxFields: source.fields.length, maxCharacters: Infinity });
  if (fits(whole)) return whole;
  for (const maxFields of [source.fields.length, 200, 50]) {
    if (!fits(card(source, { maxFields, maxCharacters: 1 }))) continue;
    let [low, high] = [1, MAX_BYTES];
    while (low < high) {
      const maxCharacters = Math.ceil((low + high) / 2);
      if (fits(card(source, { maxFields, maxCharacters }))) low = maxCharacters;
      else high = maxCharacters - 1;
    }
    return card(source, { maxFields, maxCharacters: low });
  }
  return card(source, { maxFields: 0, maxCharacters: 1 });
}

const fits = (text: string) => Buffer.byteLength(text) <= MAX_BYTES;

function card(
  source: PayloadSource,
  { maxFields, maxCharacters }: { readonly maxFields: number; readonly maxCharacters: number },
): string {
  const shown = source.fields.slice(0, maxFields);
  const facts = shown.map(([name, value]) => ({
    title: escape(truncateText(name, MAX_TITLE_CHARACTERS)),
    value: escape(truncateText(valueText(value), maxCharacters)),
  }));
  const isShortened = shown.some(([, value]) => valueText(value).length > maxCharacters);
  const notes = [
    ...(isShortened ? ["Some values are shortened."] : []),
    ...(shown.length < source.fields.length
      ? [`${source.fields.length - shown.length} more fields are not shown.`]
      : []),
  ].join(" ");
  const actions = linksOf(source);
  return JSON.stringify({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            {
              type: "TextBlock",
              text: escape(truncateText(titleOf(source), MAX_TITLE_CHARACTERS)),
              size: "Medium",
              weight: "Bolder",
              wrap: true,
            },
            ...(facts.length === 0 ? [] : [{ type: "FactSet", facts }]),
            ...(notes === ""
              ? []
              : [{ type: "TextBlock", text: notes, isSubtle: true, wrap: true }]),
          ],
          ...(actions.length === 0 ? {} : { actions }),
        },
      },
    ],
  });
}

function linksOf(source: PayloadSource) {
  const page = sourcePage(source);
  return [
    ...(page === undefined ? [] : [{ title: page.host, url: page.href }]),
    ...source.attachments.map((file) => ({ title: file.name, url: file.public_url })),
  ]
    .slice(0, MAX_LINKS)
    .map(({ title, url }) => ({
      type: "Action.OpenUrl",
      title: truncateText(title, MAX_TITLE_CHARACTERS),
      url,
    }));
}

/** Escapes Markdown, so that no field can add a link. */
const escape = (text: string) => text.replace(/[\\`*_[\]]/g, "\\$&");
