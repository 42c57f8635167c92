import { EMPTY_SUBMISSION, FULL_SUBMISSION } from "../../../test/payload-sources.ts";
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { WEBHOOK_DEFAULTS, type WebhookFormat } from "../../domain/delivery/webhook.ts";
import { renderPayload } from "./formats.ts";

const full: PayloadSource = {
  ...FULL_SUBMISSION,
  fields: [
    ["10", "first"],
    ["2", "second"],
    ["name", 'Ada "L" <b>'],
    ["tags", ["a", "b & c"]],
    ["ort", "Zürich 東京 👩‍💻"],
    ["id", "mine"],
    ["attachments", "mine too"],
    ["data", "x"],
    ["__proto__", "y"],
  ],
  attachments: FULL_SUBMISSION.attachments.slice(0, 1),
};
const text = (format: WebhookFormat, source: PayloadSource) =>
  Buffer.from(renderPayload({ ...WEBHOOK_DEFAULTS, format }, source).bytes).toString("utf8");

const FULL_JSON =
  '{"10":"first","2":"second","name":"Ada \\"L\\" <b>","tags":["a","b & c"],"ort":"Zürich 東京 👩‍💻","data":"x","__proto__":"y","id":7,"attachments":[{"attachment_proxy_url":"https://i.test/a/1","public_url":"https://i.test/p/x?a=1&b=2"}]}';

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM_START = "10=first&2=second&name=Ada+%22L%22+%3Cb%3E&";
const FORM_END =
  "ort=Z%C3%BCrich+%E6%9D%B1%E4%BA%AC+%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB&id=mine&attachments=mine+too&data=x&__proto__=y&id=7";

/** What each format makes of {@link full}. A new format does not compile until it has an entry here. */
const EXPECTED: Readonly<
  Record<Exclude<WebhookFormat, "custom">, readonly [contentType: string, text: unknown]>
> = {
  // Every field in the order received, and the id and attachments of Intray.
  json: [JSON_TYPE, FULL_JSON],
  data_json: [JSON_TYPE, `{"data":${FULL_JSON}}`],
  form_urlencoded: [FORM_TYPE, `${FORM_START}tags%5B%5D=a&tags%5B%5D=b+%26+c&${FORM_END}`],
  form_handler: [FORM_TYPE, `${FORM_START}tags=a&tags=b+%26+c&${FORM_END}`],
  customer_messaging: [
    JSON_TYPE,
    '{"data":{"10":"first","2":"second","name":"Ada \\"L\\" <b>","tags":["a","b & c"],"ort":"Zürich 東京 👩‍💻","id":"mine","attachments":"mine too","data":"x","__proto__":"y","submission_id":7}}',
  ],
  email_marketing: [
    JSON_TYPE,
    '{"email":"ada@example.org","fields":{"10":"first","2":"second","name":"Ada \\"L\\" <b>","tags":["a","b & c"],"ort":"Zürich 東京 👩‍💻","attachments":"mine too","data":"x","__proto__":"y","id":7}}',
  ],
  // In full in chat-formats.test.ts.
  team_chat: [JSON_TYPE, expect.stringContaining("AdaptiveCard")],
  slack: [JSON_TYPE, expect.stringContaining('"blocks":')],
  discord: [JSON_TYPE, expect.stringContaining('"embeds":')],
  mattermost: [JSON_TYPE, expect.stringContaining('"attachments":[{"fallback":')],
  telegram: [JSON_TYPE, expect.stringContaining('"parse_mode":"HTML"')],
  ntfy: ["text/plain; charset=utf-8", expect.stringContaining("ort: Zürich")],
};

it.each(Object.entries(EXPECTED))("of %s has type and text", (format, [contentType, expected]) => {
  const body = renderPayload({ ...WEBHOOK_DEFAULTS, format: format as WebhookFormat }, full);

  expect(body.contentType).toBe(contentType);
  expect(Buffer.from(body.bytes).toString("utf8")).toEqual(expected);
});

it("has the id of the submission, whatever fields it has", () => {
  expect(text("json", EMPTY_SUBMISSION)).toBe('{"id":1,"attachments":[]}');
  expect(
    text("customer_messaging", { ...EMPTY_SUBMISSION, fields: [["submission_id", "mine"]] }),
  ).toBe('{"data":{"submission_id":1}}');
});

it("of email_marketing has the address separately, and the other fields with the id", () => {
  const withAddress: PayloadSource = {
    ...full,
    fields: [["E-Mail", "see below"], ["your-email", "ada@example.org"], ...full.fields],
  };

  expect(text("email_marketing", withAddress)).toBe(
    '{"email":"ada@example.org","fields":{"E-Mail":"see below","10":"first","2":"second","name":"Ada \\"L\\" <b>","tags":["a","b & c"],"ort":"Zürich 東京 👩‍💻","attachments":"mine too","data":"x","__proto__":"y","id":7}}',
  );
  expect(text("email_marketing", { ...EMPTY_SUBMISSION, fields: [["email", "none yet"]] })).toBe(
    '{"email":"","fields":{"email":"none yet","id":1}}',
  );
});

it.each([
  ["json", '{"email":"","tags":[],"q":"a=b&c+d%\\n\\"\\\\","id":1,"attachments":[]}'],
  ["form_urlencoded", "email=&q=a%3Db%26c%2Bd%25%0A%22%5C&id=1"],
] as const)("of %s keeps an empty email and every special character", (format, expected) => {
  const awkward: PayloadSource = {
    ...EMPTY_SUBMISSION,
    fields: [
      ["email", ""],
      ["tags", []],
      ["q", 'a=b&c+d%\n"\\'],
    ],
  };

  expect(text(format, awkward)).toBe(expected);
});

it("contains a value of 100 KB in full in each format for programs", () => {
  const long = "é".repeat(50_000);
  const source = { ...EMPTY_SUBMISSION, fields: [["long", long]] } as const;

  expect(text("json", source)).toBe(`{"long":"${long}","id":1,"attachments":[]}`);
  expect(text("data_json", source)).toBe(`{"data":{"long":"${long}","id":1,"attachments":[]}}`);
  expect(text("form_urlencoded", source)).toBe(`long=${"%C3%A9".repeat(50_000)}&id=1`);
  expect(text("form_handler", source)).toBe(`long=${"%C3%A9".repeat(50_000)}&id=1`);
  expect(text("customer_messaging", source)).toBe(`{"data":{"long":"${long}","submission_id":1}}`);
  expect(text("email_marketing", source)).toBe(`{"email":"","fields":{"long":"${long}","id":1}}`);
});
