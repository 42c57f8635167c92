import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Form, Note } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { cookieOf, type Visitor, useDashboard } from "../../../test/dashboard.ts";

/** All that match, until a time later than any submission. */
const ALL = { scope: "matching", until: "9999-12-31T00:00:00.000Z" };
/** The columns after `_submitted_at`, the last of the submission itself. */
const FIELDS = /^.*?,_submitted_at,(.*)\r\n/;

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = (fields: Record<string, string>) => server.post(form.uuid, fields);
const download = (
  fields: Readonly<Record<string, string | readonly string[]>>,
  query = "",
  by = server.ada,
) => by.post(`/inbox/export?form_id=${form.id}${query}`, fields);

describe("an export of the inbox", () => {
  it("is a table of all fields, safe from formulas in spreadsheets", async () => {
    await post({ name: "Ada", message: '=HYPERLINK("http://evil.example")' });
    await post({ name: "\n=cmd()", message: "\r\n=cmd()" });
    await post({ "=cmd()": "1", message: "two;=1+2;lines", _id: "mine" });

    const { status, headers, text } = await download({ format: "csv", ...ALL });

    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="submissions-inbox-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(text.startsWith("_id,_form_id,_form,_created_at,_state,")).toBe(true);
    expect(FIELDS.exec(text)?.[1]).toBe("'=cmd(),message,__id,name");
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"")",,Ada\r\n`);
    expect(text).toContain(`,1,two;'=1+2;lines,mine,\r\n`);
    expect(text).toContain(`,"'\r\n=cmd()",,"'\n=cmd()"\r\n`);
  });

  it("begins with a UTF-8 byte order mark", async () => {
    await post({ name: "Zoë" });

    const answer = await startExport(server.ada, "csv");
    const bytes = Buffer.concat(await answer.toArray());

    expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x5f]);
  });

  it("has the selected submissions in the shape of the API", async () => {
    const first = await post({ name: "Ada" });
    await post({ name: "Bob" });
    const last = await post({ name: "Cyd" });

    const { text, headers } = await download({ format: "json", id: [String(first), String(last)] });

    const records = await Promise.all([first, last].map((id) => server.submission(id)));
    const submissions = records.map((record) => ({ ...record, notes: [], replies: [] }));
    expect(JSON.parse(text)).toEqual({ submissions, meta: { count: 2 } });
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("has the notes, those of other authors too, safe from formulas", async () => {
    const id = await post({ name: "Ada" });
    const key = await server.createKey({ name: "=cmd()" });
    const write = (text: string) =>
      server.request("POST", `/submissions/${id}/notes`, { json: { text }, key });
    const texts = ['Called.\n"Nobody", there.', "=1+1"];
    const notes: Note[] = [];
    for (const text of texts) notes.push((await write(text)).json() as Note);
    const [first, second] = notes.map(({ created_at }) => created_at);

    const csv = await download({ format: "csv", ...ALL });
    const json = await download({ format: "json", id: String(id) });

    expect(csv.text).toContain(
      `,"'=cmd(), ${first}:\nCalled.\n""Nobody"", there.\n\n=cmd(), ${second}:\n=1+1",,,,Ada\r\n`,
    );
    const exported = notes.map((note) => ({ ...note, is_own: false }));
    expect(JSON.parse(json.text)).toMatchObject({
      submissions: [{ id, notes: exported, replies: [] }],
    });
  });

  it("has all matching submissions and no others", async () => {
    await server.fill(form.id, 330);
    await post({ a: "other" });

    const csv = await download({ format: "csv", ...ALL }, "&query=b");
    const json = await download({ format: "json", ...ALL }, "&query=b");

    expect(csv.text.split("\r\n")).toHaveLength(1 + 330 + 1);
    expect(JSON.parse(json.text)).toMatchObject({ meta: { count: 330 } });
  });

  it("has only a header if nothing matches", async () => {
    const { status, text } = await download({ format: "csv", ...ALL });

    expect([status, text.trimEnd().split("\r\n").length]).toEqual([200, 1]);
  });

  it.each([
    ["an unknown format", { format: "exe", ...ALL }, "", 422],
    ["invalid dates", { format: "csv", ...ALL }, "&from=x", 422],
    ["ids of deleted submissions", { format: "csv", id: "999999999" }, "", 404],
    ["an empty selection", { format: "csv" }, "", 303],
  ])("does not start for %s", async (_, fields, query, status) => {
    expect((await download(fields, query)).status).toBe(status);
  });

  it("breaks the connection if the session ends", async () => {
    await server.fill(form.id, 20_000);
    const visitor = await server.signedIn();
    const answer = await startExport(visitor);
    const ended = new Promise((resolve) => answer.once("close", resolve));

    // The client has not read anything yet, so the server has not sent everything.
    await visitor.post("/sign-out");
    answer.resume();
    await ended;

    expect([answer.statusCode, answer.complete]).toEqual([200, false]);
  });
});

/** Starts an export of all submissions and reads only the headers of the response. */
async function startExport(visitor: Visitor, format = "json"): Promise<IncomingMessage> {
  const body = new URLSearchParams({ format, ...ALL }).toString();
  const outgoing = request(`${server.url}/dashboard/inbox/export?form_id=${form.id}`, {
    method: "POST",
    headers: {
      cookie: cookieOf(visitor),
      origin: server.url,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
    },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  answer.on("error", () => {});
  return answer;
}
