/** Format `team_chat`: a message with one Adaptive Card 1.4, as Microsoft Teams takes it. */
import type { PayloadSource } from "../../domain/delivery.ts";
import { pageOf, shortened, titleOf, valueText } from "./readable.ts";

/** Teams refuses a message that is larger. */
const MAX_BYTES = 28 * 1_024;
const MAX_IN_TITLE = 200;
const MAX_LINKS = 6;

export function teamChat(source: PayloadSource) {
  return { contentType: "application/json", text: fitting(source) };
}

/** The whole card when it fits; else with as much of each value, and of the fields, as there is room for. */
function fitting(source: PayloadSource): string {
  const whole = card(source, { most: source.fields.length, characters: Infinity });
  if (fits(whole)) return whole;
  for (const most of [source.fields.length, 200, 50]) {
    if (!fits(card(source, { most, characters: 1 }))) continue;
    let [least, greatest] = [1, MAX_BYTES];
    while (least < greatest) {
      const characters = Math.ceil((least + greatest) / 2);
      if (fits(card(source, { most, characters }))) least = characters;
      else greatest = characters - 1;
    }
    return card(source, { most, characters: least });
  }
  return card(source, { most: 0, characters: 1 });
}

const fits = (text: string) => Buffer.byteLength(text) <= MAX_BYTES;

function card(
  source: PayloadSource,
  { most, characters }: { readonly most: number; readonly characters: number },
): string {
  const shown = source.fields.slice(0, most);
  const facts = shown.map(([name, value]) => ({
    title: plain(shortened(name, MAX_IN_TITLE)),
    value: plain(shortened(valueText(value), characters)),
  }));
  const isShortened = shown.some(([, value]) => valueText(value).length > characters);
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
              text: plain(shortened(titleOf(source), MAX_IN_TITLE)),
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
  const page = pageOf(source);
  return [
    ...(page === undefined ? [] : [{ title: page.host, url: page.href }]),
    ...source.attachments.map((file) => ({ title: file.name, url: file.public_url })),
  ]
    .slice(0, MAX_LINKS)
    .map(({ title, url }) => ({
      type: "Action.OpenUrl",
      title: shortened(title, MAX_IN_TITLE),
      url,
    }));
}

/** A card reads Markdown: without this a field could put a link under any words. */
const plain = (text: string) => text.replace(/[\\`*_[\]]/g, "\\$&");
