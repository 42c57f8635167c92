import { join } from "node:path";
import type { FieldProblem, FieldRule, Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { filesIn } from "../../../test/disk.ts";

const server = useApiServer();

const make = (...fields: FieldRule[]) => server.create<Form>("/forms", { name: "Rules", fields });

interface Answer {
  readonly success?: boolean;
  readonly code?: string;
  readonly error?: string;
  readonly errors?: readonly FieldProblem[];
}

async function send({ uuid }: Form, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/f/${uuid}`, {
    method: "POST",
    body,
    headers: { Accept: "application/json", ...headers },
  });
  const json = (await answer.json()) as Answer;
  return {
    status: answer.status,
    json,
    codes: Object.fromEntries((json.errors ?? []).map(({ field, code }) => [field, code])),
  };
}

const countOf = async ({ id }: Form) => (await server.read<Form>(`/forms/${id}`)).inbox_count;

const storedFiles = () => filesIn(join(server.folder, "attachments"));

describe("a post to a form with field rules", () => {
  const RULES: FieldRule[] = [
    { name: "email", type: "email", required: true, label: "E-mail" },
    { name: "seats", type: "number", min: 1, max: 4 },
    { name: "size", type: "checkbox", options: ["S", "M"] },
  ];
  const wrong = { email: "ada", seats: "9", size: "XL" };
  const right = { email: "ada@example.org", seats: "2", size: "M", extra: "stays" };
  const multipart = (fields: object) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    return body;
  };

  it.each([
    ["URL-encoded", (fields: object) => new URLSearchParams(Object.entries(fields)), {}],
    ["multipart", multipart, {}],
    ["JSON", (fields: object) => JSON.stringify(fields), { "Content-Type": "application/json" }],
  ] as const)("is rejected with every problem, or stored (%s)", async (_kind, encode, headers) => {
    const form = await make(...RULES);

    const rejected = await send(form, encode(wrong), headers);
    const none = await countOf(form);
    const stored = await send(form, encode(right), headers);

    expect(rejected.status).toBe(422);
    expect(rejected.json).toMatchObject({ code: "invalid" });
    expect(rejected.json.error).toContain('"E-mail", "seats", "size"');
    expect(rejected.codes).toEqual({
      email: "TYPE_EMAIL",
      seats: "VALUE_TOO_HIGH",
      size: "OPTION_UNKNOWN",
    });
    expect(none).toBe(0);
    expect(stored.status).toBe(200);
    expect(await countOf(form)).toBe(1);
  });

  it("is rejected for repeated names, invalid UTF-8 and missing fields", async () => {
    const form = await make(...RULES, { name: "note", type: "text", pattern: "[a-z]*" });

    const repeated = await send(form, "email=a@example.org&email=b@example.org&note=%FF", {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    const empty = await send(form, "seats=", {
      "Content-Type": "application/x-www-form-urlencoded",
    });

    expect(repeated.codes).toEqual({ email: "TYPE_TEXT", note: "PATTERN_MISMATCH" });
    expect(empty.codes).toEqual({ email: "REQUIRED_FIELD_MISSING" });
    expect(await countOf(form)).toBe(0);
  });

  it("is answered in the language of the visitor", async () => {
    const form = await make(...RULES);

    const answer = await send(form, multipart({ seats: "x" }), { "Accept-Language": "de" });

    expect(answer.json.errors).toEqual([
      {
        field: "email",
        code: "REQUIRED_FIELD_MISSING",
        message: "Bitte füllen Sie dieses Feld aus.",
      },
      { field: "seats", code: "TYPE_NUMERIC", message: "Bitte geben Sie eine Zahl ein." },
    ]);
  });

  it("is checked by the rules of the moment, and by none once they are removed", async () => {
    const form = await make(...RULES);
    const before = await send(form, multipart(wrong));
    await server.request("PATCH", `/forms/${form.id}`, { json: { fields: [RULES[1]] } });
    const fewer = await send(form, multipart({ ...wrong, seats: "1" }));
    await server.request("PATCH", `/forms/${form.id}`, { json: { fields: [] } });

    const none = await send(form, multipart(wrong));

    expect([before.status, fewer.status, none.status]).toEqual([422, 200, 200]);
  });
});

describe("a file with a rule", () => {
  const body = (...files: readonly File[]) => {
    const data = new FormData();
    for (const file of files) data.append("cv", file);
    data.set("note", "after the files");
    return data;
  };
  const pdf = (bytes: number, name = "a.pdf") => new File(["x".repeat(bytes)], name);

  it.each([
    ["of another type", [pdf(10, "a.exe")], "FILE_TYPE"],
    ["that is too large", [pdf(200_001)], "FILES_TOO_BIG"],
    ["too many", [pdf(10), pdf(10), pdf(10)], "TOO_MANY_FILES"],
    ["of which one is too large", [pdf(10), pdf(200_001)], "FILES_TOO_BIG"],
  ] as const)("is rejected and leaves no file: %s", async (_what, files, code) => {
    const form = await make(
      { name: "cv", type: "file", accept: ".pdf", max_bytes: 200_000, multiple: true, max: 2 },
      { name: "note", type: "text", required: true },
    );
    const before = storedFiles();

    const answer = await send(form, body(...files));

    expect(answer.status).toBe(422);
    expect(answer.codes).toEqual({ cv: code });
    expect(storedFiles()).toEqual(before);
    expect(await countOf(form)).toBe(0);
  });

  it("is stored if it follows the rule, beside files without a rule", async () => {
    const form = await make({ name: "cv", type: "file", accept: ".pdf", max_bytes: 200_000 });
    const data = body(pdf(200_000));
    data.append("other", new File(["x"], "b.exe"));

    const answer = await send(form, data);

    expect(answer.status).toBe(200);
  });

  it("may not be sent as text, nor a text as file", async () => {
    const form = await make({ name: "cv", type: "file" }, { name: "note", type: "text" });
    const data = new FormData();
    data.set("cv", "C:\\fakepath\\cv.pdf");
    data.set("note", pdf(1));

    expect((await send(form, data)).codes).toEqual({ cv: "TYPE_FILE", note: "TYPE_TEXT" });
  });
});

describe("the setting fields", () => {
  it("is kept as it was sent, and unchanged when the record is sent back", async () => {
    const fields: FieldRule[] = [
      { name: "__proto__", type: "text", required: true, label: "Näme", min: 1, pattern: "\\d+" },
      { name: "day", type: "date", min: "2026-01-01" },
      { name: "size", type: "select", options: ["S", "M"], multiple: true },
      { name: "cv", type: "file", accept: ".pdf", max_bytes: 10 },
    ];
    const form = await make(...fields);

    const put = await server.request("PUT", `/forms/${form.id}`, { json: form });

    expect(form.fields).toEqual(fields);
    expect((put.json() as Form).fields).toEqual(fields);
  });

  const TEXT = { name: "a", type: "text" };
  it.each<readonly [unknown, string]>([
    ["text", "fields"],
    [{ name: "a" }, "fields"],
    [[null], "fields.0"],
    [[[]], "fields.0"],
    [[{ name: "a" }], "fields.0.type"],
    [[{ name: "a", type: "color" }], "fields.0.type"],
    [[{ name: "", type: "text" }], "fields.0.name"],
    [[{ name: "a".repeat(201), type: "text" }], "fields.0.name"],
    [[{ name: "a", type: "text", required: "yes" }], "fields.0.required"],
    [[{ name: "a", type: "text", pattern: "a".repeat(501) }], "fields.0.pattern"],
    [[{ name: "a", type: "text", min: { $gt: 1 } }], "fields.0.min"],
    [[{ name: "a", type: "select", options: [{ a: [] }] }], "fields.0.options.0"],
    [[{ name: "a", type: "file", max_bytes: 0 }], "fields.0.max_bytes"],
    [Array.from({ length: 101 }, (_, n) => ({ name: `a${n}`, type: "text" })), "fields"],
    [[TEXT, { ...TEXT, name: "b", pattern: "(" }], "fields.1.pattern"],
    [[TEXT, TEXT], "fields.1.name"],
    [[{ name: "a\0", type: "text" }], "fields.0.name"],
  ])("is refused with the path of what is wrong: %j", async (fields, path) => {
    const answer = await server.request("POST", "/forms", { json: { name: "Wrong", fields } });

    expect(answer.status).toBe(422);
    const { errors, error } = answer.json() as Answer;
    expect(errors?.[0]).toMatchObject({ field: path });
    expect(error).toMatch(/\.$/);
  });
});
