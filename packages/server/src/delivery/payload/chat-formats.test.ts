// The formats for people.
import fc from "fast-check";
import { FULL_SUBMISSION } from "../../../test/payload-sources.ts";
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { WEBHOOK_DEFAULTS, type WebhookFormat } from "../../domain/delivery/webhook.ts";
import { renderPayload } from "./formats.ts";

const source: PayloadSource = {
  ...FULL_SUBMISSION,
  form_name: "Contact & more",
  source_url: "https://example.org/contact?a=1",
  fields: [
    ["name", "Ada <@U1> [here](https://evil.test)"],
    ["tags", ["a", "b & c"]],
    ["ort", "Zürich 東京 👩‍💻"],
    ["id", "mine"],
    ["data", ""],
    ["attachments", "x".repeat(130)],
  ],
  attachments: [
    {
      name: "cv|1.pdf",
      attachment_proxy_url: "https://i.test/a/1",
      public_url: "https://i.test/p/x",
      file_size: 9,
    },
  ],
};
const empty: PayloadSource = { ...source, source_url: null, fields: [], attachments: [] };

const bytes = (format: WebhookFormat, of: PayloadSource) =>
  Buffer.from(renderPayload({ ...WEBHOOK_DEFAULTS, format }, of).bytes);
const text = (format: WebhookFormat, of: PayloadSource) => bytes(format, of).toString();

describe("team_chat", () => {
  it("is a message with one Adaptive Card, in which no field can add a link", () => {
    expect(text("team_chat", source)).toBe(
      `{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"TextBlock","text":"New submission: Contact & more","size":"Medium","weight":"Bolder","wrap":true},{"type":"FactSet","facts":[{"title":"name","value":"Ada <@U1> \\\\[here\\\\](https://evil.test)"},{"title":"tags","value":"a, b & c"},{"title":"ort","value":"Zürich 東京 👩‍💻"},{"title":"id","value":"mine"},{"title":"data","value":""},{"title":"attachments","value":"${"x".repeat(130)}"}]}],"actions":[{"type":"Action.OpenUrl","title":"example.org","url":"https://example.org/contact?a=1"},{"type":"Action.OpenUrl","title":"cv|1.pdf","url":"https://i.test/p/x"}]}}]}`,
    );
    expect(text("team_chat", empty)).toBe(
      '{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"TextBlock","text":"New submission: Contact & more","size":"Medium","weight":"Bolder","wrap":true}]}}]}',
    );
  });

  it.each([
    ["a value of 100 KB", [["long", "é".repeat(50_000)]], "Some values are shortened."],
    [
      "a thousand fields",
      Array.from({ length: 1_000 }, (_, n) => [`field ${n}`, "value"]),
      "800 more fields are not shown.",
    ],
  ] as const)(
    "is never larger than Teams accepts, with %s, and notes what is left out",
    (_, fields, note) => {
      const sent = bytes("team_chat", { ...source, fields: fields as PayloadSource["fields"] });

      expect(sent.byteLength).toBeLessThanOrEqual(28 * 1_024);
      expect(() => JSON.parse(sent.toString())).not.toThrow();
      expect(sent.toString()).toContain(`"text":"${note}"`);
    },
  );

  it("uses the whole size for one long value", () => {
    const sent = bytes("team_chat", { ...source, fields: [["long", "é".repeat(50_000)]] });

    expect(sent.byteLength).toBeGreaterThan(27 * 1_024);
  });

  it("truncates a name that is too long on its own", () => {
    const sent = bytes("team_chat", { ...source, fields: [["n".repeat(262_144), "v"]] });

    expect(sent.byteLength).toBeLessThan(2_048);
    expect(sent.toString()).toContain('n…","value":"v"');
  });
});

describe("slack", () => {
  it("is a Block Kit message, in which no field can add a link or mention people", () => {
    expect(text("slack", source)).toBe(
      `{"text":"New submission: Contact &amp; more","blocks":[{"type":"header","text":{"type":"plain_text","text":"New submission: Contact & more"}},{"type":"section","fields":[{"type":"mrkdwn","text":"*name*\\nAda &lt;@U1&gt; [here](https://evil.test)"},{"type":"mrkdwn","text":"*tags*\\na, b &amp; c"},{"type":"mrkdwn","text":"*ort*\\nZürich 東京 👩‍💻"},{"type":"mrkdwn","text":"*id*\\nmine"},{"type":"mrkdwn","text":"*data*"}]},{"type":"section","text":{"type":"mrkdwn","text":"*attachments*\\n${"x".repeat(130)}"}},{"type":"section","text":{"type":"mrkdwn","text":"<https://i.test/p/x|cv|1.pdf>"}},{"type":"context","elements":[{"type":"mrkdwn","text":"Sent from <https://example.org/contact?a=1|example.org>"}]}]}`,
    );
    expect(text("slack", empty)).toBe(
      '{"text":"New submission: Contact &amp; more","blocks":[{"type":"header","text":{"type":"plain_text","text":"New submission: Contact & more"}}]}',
    );
  });

  it("shows a thousand fields within the number of blocks that Slack accepts", () => {
    const fields = Array.from(
      { length: 1_000 },
      (_, n) => [`f${n}`, n % 2 ? "v" : "w".repeat(121)] as const,
    );

    const blocks = blocksOf({ ...source, fields });

    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(blocks)).toContain("*f999*");
    expect(JSON.stringify(blocks)).not.toContain("are not shown");
  });

  it("notes how many fields are left out", () => {
    const fields = Array.from({ length: 60 }, (_, n) => [`f${n}`, "w".repeat(2_500)] as const);

    expect(JSON.stringify(blocksOf({ ...source, fields }))).toContain(
      "14 more fields are not shown.",
    );
  });

  it("keeps the limits of Slack for random fields", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom("&", "<", "\u{1F600}", "x"),
        minLength: 2_900,
        maxLength: 3_100,
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 60 }), (fields) => {
        const blocks = blocksOf({ ...source, fields });

        expect(blocks.length).toBeLessThanOrEqual(50);
        for (const { text: whole, fields: columns = [] } of blocks) {
          expect(columns.length).toBeLessThanOrEqual(10);
          for (const { text: shown } of [...(whole === undefined ? [] : [whole]), ...columns]) {
            expect(shown.length).toBeGreaterThan(0);
            expect(shown.length).toBeLessThanOrEqual(3_000);
            expect(shown.replaceAll(/&(?:amp|lt|gt);/g, "")).not.toMatch(/[&]/);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

const HOSTILE: PayloadSource = {
  ...source,
  form_name: "A_b",
  fields: [
    ["who", "Ada <@U1> <!channel> [here](https://evil.test) @channel ada@example.org"],
    ["<b>", "*x* <https://evil.test|x> https://example.org/a_b?c=1&d=2"],
    ["", " "],
  ],
};
const PAGE = "https://example.org/contact?a=1";

it.each<[WebhookFormat, unknown]>([
  [
    "discord",
    {
      embeds: [
        {
          title: "New submission: A\\_b",
          description: `[cv\\|1.pdf](https://i.test/p/x)\nSent from [example.org](${PAGE})`,
          fields: [
            {
              name: "who",
              value:
                "Ada \\<@U1\\> \\<!channel\\> \\[here\\](https://evil.test) @channel ada@example.org",
              inline: false,
            },
            {
              name: "\\<b\\>",
              value: "\\*x\\* \\<https://evil.test\\|x\\> https://example.org/a_b?c=1&d=2",
              inline: false,
            },
            { name: "(no name)", value: "–", inline: true },
          ],
        },
      ],
      allowed_mentions: { parse: [] },
    },
  ],
  [
    "mattermost",
    {
      attachments: [
        {
          fallback: "New submission: A\\_b",
          title: "New submission: A\\_b",
          text: `[cv\\|1.pdf](https://i.test/p/x)\nSent from [example.org](${PAGE})`,
          fields: [
            {
              title: "who",
              value:
                "Ada &lt;@\u200BU1&gt; &lt;!channel&gt; \\[here\\](https://evil.test) @\u200Bchannel ada@example.org",
              short: false,
            },
            {
              title: "&lt;b&gt;",
              value: "\\*x\\* &lt;https://evil.test\\|x&gt; https://example.org/a_b?c=1&d=2",
              short: false,
            },
            { title: "(no name)", value: "–", short: true },
          ],
        },
      ],
    },
  ],
  [
    "telegram",
    {
      text: `<b>New submission: A_b</b>

<b>who</b>
Ada &lt;@U1&gt; &lt;!channel&gt; [here](https://evil.test) @channel ada@example.org

<b>&lt;b&gt;</b>
*x* &lt;https://evil.test|x&gt; https://example.org/a_b?c=1&amp;d=2

<b>(no name)</b>
–

<a href="https://i.test/p/x">cv|1.pdf</a>
Sent from <a href="${PAGE}">example.org</a>`,
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    },
  ],
  [
    "ntfy",
    `New submission: A_b

who: Ada <@U1> <!channel> [here](https://evil.test) @channel ada@example.org
<b>: *x* <https://evil.test|x> https://example.org/a_b?c=1&d=2
(no name): –

cv|1.pdf: https://i.test/p/x
Sent from ${PAGE}`,
  ],
])("%s shows fields, files and page, and no field adds a link or a mention", (format, expected) => {
  const sent = text(format, HOSTILE);

  expect(format === "ntfy" ? sent : JSON.parse(sent)).toEqual(expected);
});

/** The size of a message and its limit. */
const measured: Readonly<Record<string, (sent: string) => readonly [size: number, max: number]>> = {
  discord(sent) {
    const [embed] = (JSON.parse(sent) as { embeds: Embed[] }).embeds;
    const { title = "", description = "", fields = [] } = embed ?? {};
    expect(fields.length).toBeLessThanOrEqual(25);
    for (const { name, value } of fields) {
      expect(name.trim()).toMatch(/^[^]{1,256}$/);
      expect(value.trim()).toMatch(/^[^]{1,1024}$/);
    }
    const texts = fields.flatMap(({ name, value }) => [name, value]);
    return [[title, description, ...texts].join("").length, 6_000];
  },
  mattermost: (sent) => [JSON.stringify(JSON.parse(sent)).replaceAll(/\\./g, "x").length, 10_000],
  telegram(sent) {
    const message = (JSON.parse(sent) as { text: string }).text;
    expect(message.replaceAll(/&(?:amp|lt|gt);/g, "")).not.toContain("&");
    return [message.length, 4_096];
  },
  ntfy: (sent) => [Buffer.byteLength(sent), 4_096],
};

it.each(Object.entries(measured))("%s keeps its limits for random fields", (format, measure) => {
  const special = fc.constantFrom("&", "<", "@", "_", "\u{1F600}", "é", " ", "x");
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: special, minLength: 1_000, maxLength: 5_000 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 90 }), value, (fields, form_name) => {
      const sent = text(format as WebhookFormat, { ...source, form_name, fields });

      const [size, max] = measure(sent);
      expect(size).toBeLessThanOrEqual(max);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ["discord", 25, "75 more fields are not shown."],
  ["telegram", 80, "20 more fields are not shown."],
] as const)("%s shows as many fields as fit, and how many do not", (format, shown, note) => {
  const fields = Array.from({ length: 100 }, (_, n) => [`field-${n}`, "v"] as const);

  const sent = text(format, { ...source, fields });

  expect(sent.match(/field-\d+/g)).toHaveLength(shown);
  expect(sent).toContain(note);
});

it("leaves out a link that is too long, and keeps the others", () => {
  const source_url = `https://example.org/${"a".repeat(2_000)}`;

  const sent = text("telegram", { ...source, source_url });

  expect(sent).toContain("https://i.test/p/x");
  expect(sent).not.toContain("Sent from");
});

interface Embed {
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}
interface Block {
  readonly text?: { readonly text: string };
  readonly fields?: readonly { readonly text: string }[];
}
const blocksOf = (of: PayloadSource) =>
  (JSON.parse(text("slack", of)) as { blocks: Block[] }).blocks.slice(1);
