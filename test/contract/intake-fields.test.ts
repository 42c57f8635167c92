// Posted fields and files are returned as they were sent, in every encoding.
import type { Form, Submission } from "@intray/sdk/schemas";
import fc from "fast-check";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { checkedFetch } from "./document.ts";
import { useShared } from "../harness/use.ts";
import { postBody } from "../harness/api.ts";

const server = useApiServer();
const form = useShared(() =>
  server.create<Form>("/forms", { name: "Contact", duplicate_filter: false }),
);

/** The tests of intake/parse give the parsers many more bodies. */
const FEW_RUNS = { numRuns: 40 };

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "+", "%00", "&a=b", "a\r\nb", '"', "';--", "\u202e", "null", "\ufeff"),
);
const CONTROL = ["_gotcha", "_redirect", "_next", "_source_url", "altcha", "_charset_"];
const name = fc
  .oneof(text, fc.constantFrom("__proto__", "constructor", "2", "10", "email", "_own", "[]"))
  .filter((one) => one !== "" && !CONTROL.includes(one) && !one.endsWith("-response"));
const pairs = fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 12 });
type Pairs = readonly (readonly [string, string])[];

/** The documented meaning of pairs: a repeated name is a list, `name[]` always is one. */
function folded(sent: Pairs): { name: string; value: string | string[] }[] {
  const fields = new Map<string, string | string[]>();
  for (const [as, value] of sent) {
    const isList = as.length > 2 && as.endsWith("[]");
    const under = clean(isList ? as.slice(0, -2) : as);
    const before = fields.get(under);
    const one = clean(value);
    if (before === undefined) fields.set(under, isList ? [one] : one);
    else fields.set(under, [before, one].flat());
  }
  return [...fields].map(([as, value]) => ({ name: as, value }));
}

const clean = (sent: string) => sent.toWellFormed().replaceAll("\0", "\ufffd");

/** As the HTML standard sends it: each line break is CR LF. */
const lines = (sent: string) => sent.replaceAll(/\r\n|\r|\n/g, "\r\n");

async function read(answer: Promise<{ json(): unknown }>): Promise<Submission> {
  const { id } = (await answer).json() as { readonly id: number };
  return await server.read<Submission>(`/submissions/${id}`);
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  read(checkedFetch(server.url)("POST", `/f/${form.uuid}.json`, { body, headers }));

describe("fields", () => {
  it("come back from an urlencoded post", async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async (sent) => {
        const { form_params, payload_params } = await post(new URLSearchParams(sent));

        expect(form_params).toEqual(folded(sent));
        expect(new Map(Object.entries(payload_params))).toEqual(
          new Map(form_params.map((field) => [field.name, field.value])),
        );
      }),
      FEW_RUNS,
    );
  });

  it("come back from a multipart post", async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async (sent) => {
        const body = new FormData();
        for (const [as, value] of sent) body.append(as, value);
        // These are indistinguishable from what browsers write for quotes and line breaks.
        fc.pre(!sent.some(([as]) => /%(?:22|0D|0A)/.test(as)));

        const { form_params } = await post(body);

        expect(form_params).toEqual(folded(sent.map(([as, value]) => [lines(as), lines(value)])));
      }),
      FEW_RUNS,
    );
  });
});

describe("a file", () => {
  it("comes back byte for byte, under a harmless name", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3_000 }),
        fc.oneof(name, fc.constantFrom("../../etc/passwd", "a/b\\c.txt", "CON", "..", "a\r\nX: y")),
        async (bytes, named) => {
          // A file without bytes and without a name (".." is none) is an input left empty.
          fc.pre(bytes.byteLength > 0 || named !== "..");
          const sent = new File([bytes], named, { type: "text/html" });

          const [file] = (await post(postBody({ name: "Ada", file: sent }))).attachments;
          const answer = await server.request("GET", `/attachments/${file?.id ?? 0}`);

          expect(answer.body).toEqual(Buffer.from(bytes));
          expect(file?.file_size).toBe(bytes.byteLength);
          expect(answer.headers.get("content-disposition")).toMatch(
            /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[^'"\s/\\]*$/,
          );
          expect(answer.headers.get("x")).toBeNull();
        },
      ),
      FEW_RUNS,
    );
  });

  it("keeps the headers of its part, except characters that not every database can store", async () => {
    const part = (head: string) =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: text/\0plain\r\n\r\nx\r\n--x--`;
    const multipart = { "content-type": "multipart/form-data; boundary=x" };

    const told = await post(part('name="a\0b"; filename="c\0.txt"'), multipart);
    const extended = await post(part("name=\"a\"; filename*=UTF-8''%00%ff.txt"), multipart);

    expect(told.attachments).toMatchObject([
      { form_name: "a\ufffdb", name: "c\ufffd.txt", content_type: "text/\ufffdplain" },
    ]);
    expect(extended.attachments).toMatchObject([{ name: "\ufffd\ufffd.txt" }]);
  });
});
