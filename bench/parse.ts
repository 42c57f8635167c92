// CPU of parsing hostile input of the largest permitted size, compared with JSON.parse of a usual body of as many
// bytes. Each shape is one that a parser could be slow for; many of them are refused, which has to be fast too.
import { Hono } from "hono";
import Handlebars from "handlebars";
import { z } from "zod";
import { parseBody as parseApiBody } from "../packages/server/src/api/http/request.ts";
import { checkTemplate } from "../packages/server/src/delivery/template/check-template.ts";
import type { TemplateContentType } from "../packages/server/src/delivery/template/content-types.ts";
import { SPAM_CHECK_DEFAULTS } from "../packages/server/src/domain/form.ts";
import { searchText } from "../packages/server/src/domain/folded-text.ts";
import type { Fields } from "../packages/server/src/domain/submission/submission.ts";
import { acceptsPage } from "../packages/server/src/intake/accept-header.ts";
import { clientAddress } from "../packages/server/src/intake/client-address.ts";
import { splitControlFields } from "../packages/server/src/intake/control-fields.ts";
import { type Pair, toFields } from "../packages/server/src/intake/parse/fields.ts";
import { DEFAULT_LIMITS } from "../packages/server/src/intake/parse/limits.ts";
import { multipartParts } from "../packages/server/src/intake/parse/multipart-parts.ts";
import { parseJson } from "../packages/server/src/intake/parse/parse-json.ts";
import { parseUrlencoded } from "../packages/server/src/intake/parse/parse-urlencoded.ts";
import { parsePartHead } from "../packages/server/src/intake/parse/part-head.ts";
import { scoreByRules } from "../packages/server/src/leads/rules.ts";
import { jsonPairs } from "../packages/server/src/platform/json-pairs.ts";
import { checksOf } from "../packages/server/src/spam/checks.ts";
import { runChecks } from "../packages/server/src/spam/verdict.ts";
import { spamCheckInput } from "../packages/server/test/spam-check-input.ts";
import { compare, type Measured, type Row } from "./rounds.ts";

const ROUND_MS = 60;
const BODY = DEFAULT_LIMITS.maxBodyBytes;
/** The most of one field, with room for its name and quotes. */
const FIELD = DEFAULT_LIMITS.maxFieldBytes - 16;
/** Fields of the largest size that a body has room for. */
const LARGE_FIELDS = 7;
const API_BODY = 1_024 * 1_024;
const TEMPLATE = 100_000;
const HEADERS = 15 * 1_024;

interface Shape {
  readonly name: string;
  /** Size of the input in bytes. */
  readonly bytes: number;
  /** May throw: refused input counts too. */
  readonly parse: () => unknown;
  /** By default JSON.parse of a usual body. */
  readonly baseline?: () => unknown;
}

/** The mark is three times as long as the baseline. */
export async function parse(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const shape of [...bodies(), ...apiBodies(), ...headers(), ...texts(), ...templates()]) {
    const usual = usualBody(shape.bytes);
    const baseline = shape.baseline ?? (() => JSON.parse(usual.toString("utf8")) as unknown);
    rows.push(
      await compare({
        name: `parse ${shape.name}, ${Math.round(shape.bytes / 1_024)} KiB`,
        required: 1 / 3,
        aim: 1 / 1.5,
        ours: () => timed(shape.parse),
        baseline: () => timed(baseline),
      }),
    );
  }
  return rows;
}

async function timed(run: () => unknown): Promise<Measured> {
  const start = process.cpuUsage();
  const from = performance.now();
  let n = 0;
  for (; n === 0 || performance.now() - from < ROUND_MS; n += 1) {
    try {
      const result = run();
      if (result instanceof Promise) await result;
    } catch {
      // Refused.
    }
  }
  const { user, system } = process.cpuUsage(start);
  return { perSecond: (n / (user + system)) * 1_000_000 };
}

const RECORD =
  '{"name":"Ada Lovelace","email":"ada@example.org","age":36,"newsletter":true,"message":"Hello, I would like an offer for two rooms in May, please. Thank you, \\"Ada\\"."}';
const usualBody = (bytes: number) =>
  Buffer.from(
    `[${Array(Math.max(1, Math.floor(bytes / (RECORD.length + 1))))
      .fill(RECORD)
      .join(",")}]`,
  );

const fill = (unit: string, bytes: number) =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
const list = (unit: string, bytes: number) =>
  `[${fill(`${unit},`, bytes - unit.length - 2)}${unit}]`;
const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const members = (count: number, value: string) =>
  `{${times(count, (n) => `"f${n}":${value}`).join(",")}}`;

function bodies(): readonly Shape[] {
  const fieldsOf = (pairs: readonly Pair[]) =>
    toFields(
      splitControlFields(pairs, { honeypot_field: "_gotcha", origin_service: null }).data,
      DEFAULT_LIMITS,
    );
  const json = (name: string, text: string): Shape => {
    const body = Buffer.from(text);
    return {
      name: `json ${name}`,
      bytes: body.length,
      parse: () => fieldsOf(parseJson(body, DEFAULT_LIMITS)),
    };
  };
  const nested = (unit: string) => members(LARGE_FIELDS, `{"k":${list(unit, FIELD)}}`);
  const urlencoded = (name: string, text: string, label?: string): Shape => {
    const body = Buffer.from(text, "latin1");
    const decoder = label === undefined ? undefined : new TextDecoder(label);
    return {
      name: `urlencoded ${name}`,
      bytes: body.length,
      parse: () => fieldsOf(parseUrlencoded(body, DEFAULT_LIMITS)),
      ...(decoder === undefined ? {} : { baseline: () => decoder.decode(body) }),
    };
  };
  const large = (unit: string) =>
    times(LARGE_FIELDS, (n) => `f${n}=${fill(unit, FIELD)}`).join("&");
  const multipart = (name: string, parts: readonly string[]): Shape => {
    const body = Buffer.from(
      `${parts.map((part) => `--x\r\n${part}\r\n`).join("")}--x--\r\n`,
      "latin1",
    );
    return { name: `multipart ${name}`, bytes: body.length, parse: () => readParts(body) };
  };
  const head = (n: number) => `Content-Disposition: form-data; name="f${n}"`;
  return [
    json("1,000 fields", members(1_000, `"${"x".repeat(2_080)}"`)),
    json("list of lists", `{"a":${list("[]", BODY - 10)}}`),
    json("brackets", "[".repeat(BODY)),
    json("deep", members(LARGE_FIELDS, fill("[", FIELD / 2) + fill("]", FIELD / 2))),
    json("nested lists", nested("[]")),
    json("nested objects", nested('{"a":{}}')),
    json("nested numbers", nested("12.5e3")),
    json("nested escapes", nested(String.raw`"\u00e9\n"`)),
    json("escapes", members(LARGE_FIELDS, `"${fill(String.raw`\u0041\n`, FIELD)}"`)),
    json("spaces", members(LARGE_FIELDS, `[[${fill(" 123 ,", FIELD)}1]]`)),
    json("many members", `{${fill('"a":1,', BODY - 10)}"a":1}`),
    json("invalid at the end", members(1_000, `"${"x".repeat(2_080)}"`).replace(/\}$/, "!")),
    json("nested, invalid at the end", nested("[]").replace(/\}$/, "!")),
    urlencoded("1,000 fields", times(1_000, (n) => `f${n}=${"x".repeat(2_080)}`).join("&")),
    urlencoded("many pairs", fill("a=b&", BODY)),
    urlencoded("separators", fill("&", BODY)),
    urlencoded("escapes", large("%41")),
    urlencoded("broken escapes", large("%4")),
    urlencoded("pluses", large("+")),
    urlencoded("gb18030 (as TextDecoder)", `_charset_=gb18030&${large("\u00c4\u00e3")}`, "gb18030"),
    urlencoded(
      "shift_jis (as TextDecoder)",
      `_charset_=shift_jis&${large("\u0083\u0041")}`,
      "shift_jis",
    ),
    multipart(
      "1,000 fields",
      times(1_000, (n) => `${head(n)}\r\n\r\n${"x".repeat(2_020)}`),
    ),
    multipart(
      "line breaks",
      times(LARGE_FIELDS, (n) => `${head(n)}\r\n\r\n${fill("\r\n-", FIELD)}`),
    ),
    multipart(
      "heads with open quotes",
      times(200, (n) => `${head(n)}${fill(';a="x', 8_000)}\r\n\r\nx`),
    ),
    multipart(
      "heads with many lines",
      times(200, (n) => `${head(n)}${fill("\r\nx: y", 8_000)}\r\n\r\nx`),
    ),
  ];
}

async function readParts(body: Buffer): Promise<void> {
  let at = 0;
  const pull = async () => {
    const chunk = Buffer.from(body.subarray(at, at + 65_536));
    at += chunk.length;
    return chunk.length === 0 ? undefined : chunk;
  };
  for await (const { head, content } of multipartParts(pull, "x")) {
    parsePartHead(head);
    while ((await content()) !== undefined) {
      // Read to its end.
    }
  }
}

function apiBodies(): readonly Shape[] {
  const schema = z.object({ ids: z.array(z.number()).max(1_000).optional() });
  const app = new Hono();
  app.post("/", async (c) => {
    await parseApiBody(c as never, schema).catch(() => undefined);
    return c.body(null);
  });
  const api = (name: string, body: string): Shape => ({
    name: `api ${name}`,
    bytes: body.length,
    parse: () =>
      app.request("/", { method: "POST", body, headers: { "content-type": "application/json" } }),
  });
  return [
    api("text", `{"a":"${fill("x", API_BODY - 10)}"}`),
    api("brackets", "[".repeat(API_BODY)),
    api("wrong ids", `{"ids":${list('"x"', API_BODY - 10)}}`),
    api("lone surrogates", String.raw`{"a":"\ud800","b":${list('"x"', API_BODY - 30)}}`),
  ];
}

function headers(): readonly Shape[] {
  const client = clientAddress(["127.0.0.1"]);
  const socket = { remoteAddress: "127.0.0.1" };
  const accept = (name: string, unit: string): Shape => {
    const header = `${fill(unit, HEADERS)}json`;
    return { name: `header accept, ${name}`, bytes: HEADERS, parse: () => acceptsPage(header) };
  };
  const forwarded = (name: string, headersOf: (text: string) => object, unit: string): Shape => {
    const incoming = { socket, headers: headersOf(fill(unit, HEADERS)) };
    return { name: `header ${name}`, bytes: HEADERS, parse: () => client(incoming as never) };
  };
  return [
    accept("types", "a/b,"),
    accept("parameters", "a/b;q=0.5;c=d,"),
    accept("quotes", 'a/b;c="'),
    accept("spaces", "   ;"),
    forwarded("x-forwarded-for", (text) => ({ "x-forwarded-for": text }), "127.0.0.1,"),
    forwarded("forwarded", (forwardedBy) => ({ forwarded: forwardedBy }), ";for= "),
  ];
}

function texts(): readonly Shape[] {
  const checks = checksOf({
    blocked_domains: ["spam.example"],
    content_blacklist: ["casino online"],
    spam_checks: SPAM_CHECK_DEFAULTS,
  });
  const input = spamCheckInput();
  const lead = { form_name: "", email: null, source_url: null, files: 0, location: null };
  return ["a ", "é", "京", "ﷺ", "http://a.b ", '\\"'].flatMap((unit) => {
    const fields: Fields = times(1_000, (n) => [`phone ${n}`, fill(unit, 2_080)]);
    const json = JSON.stringify(fields);
    const bytes = Buffer.byteLength(json);
    const name = `of ${JSON.stringify(unit)}`;
    return [
      { name: `spam checks ${name}`, bytes, parse: () => runChecks({ ...input, fields }, checks) },
      { name: `lead rules ${name}`, bytes, parse: () => scoreByRules({ ...lead, fields }) },
      { name: `search text ${name}`, bytes, parse: () => searchText(fields) },
      { name: `stored fields ${name}`, bytes, parse: () => jsonPairs(json) },
    ];
  });
}

/** Compared with Handlebars parsing a usual template as long. */
function templates(): readonly Shape[] {
  const usual = (characters: number) => {
    const line = '"{{this.name}}": {{JSONstringify this.value}}, "for": "{{form_name}}",\n';
    return line.repeat(Math.ceil(characters / line.length));
  };
  const template = (name: string, source: string, contentType: TemplateContentType): Shape => {
    const baseline = usual(source.length);
    return {
      name: `template ${name}`,
      bytes: source.length,
      parse: () => checkTemplate(source, contentType),
      baseline: () => Handlebars.parse(baseline),
    };
  };
  const each = "{{#each form_params}}";
  const end = "{{/each}}";
  return [
    template("2,450 tags", "{{form_name}}".repeat(2_450), "text/plain"),
    template("2,400 values", `[${times(2_400, () => '"{{form_name}}"').join(",")}]`, "application/json"),
    template("too many tags", fill("{{form_name}}", TEMPLATE), "text/plain"),
    template("many words", `{{form_name${fill(" a", TEMPLATE - 20)}}}`, "text/plain"),
    template("nested blocks", fill("{{#if form_name}}", TEMPLATE), "text/plain"),
    template("{{else if}}", `{{#if form_name}}${fill("{{else if form_name}}", 5_200)}{{/if}}`, "text/plain"),
    template("spaces", `a=b${fill(" ", TEMPLATE - 10)}c`, "application/x-www-form-urlencoded"),
    template("steps", each.repeat(4) + "{{source_url}}".repeat(2_400) + end.repeat(4), "text/plain"),
    template("XML namespaces", times(3_500, (n) => `<a xmlns:a${n}="u">`).join("") + "</a>".repeat(3_500), "application/xml"),
    template("XML elements", `<a>${fill("<b/>", TEMPLATE - 10)}</a>`, "application/xml"),
    template("JSON, invalid at the end", `[${fill("1,", TEMPLATE - 10)}!`, "application/json"),
    template("no pair in the last line", `${fill("a=b\n", TEMPLATE - 10)}c`, "multipart/form-data"),
  ];
} // prettier-ignore
