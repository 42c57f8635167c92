import type { Form, Note, NoteList } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { ACCOUNT_KEY, OTHER_ACCOUNT_KEY, useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();
let id: number;
let count = 0;
const form = useShared(() => server.create<Form>("/forms", { name: "Contact" }));
beforeEach(async () => {
  id = await server.post(form.uuid, { message: `hello ${(count += 1)}` });
});

const write = (text: unknown, { key = ACCOUNT_KEY, headers = {} } = {}) =>
  server.request("POST", `/submissions/${id}/notes`, { json: { text }, key, headers });
const notes = async (key = ACCOUNT_KEY) =>
  (await server.read<NoteList>(`/submissions/${id}/notes`, key)).notes;

describe("the notes about a submission", () => {
  it("are listed with their author and time, the oldest first", async () => {
    const first = await write("Called.\nNobody there.");
    await write("Called again.");

    expect(first.status).toBe(201);
    const [one, two] = await notes();
    expect(one).toEqual(first.json());
    expect(one).toMatchObject({
      submission_id: id,
      text: "Called.\nNobody there.",
      author_kind: "key",
      is_own: true,
    });
    expect(two).toMatchObject({ text: "Called again." });
  });

  it("are changed and deleted by their author alone", async () => {
    const { id: note } = (await write("mine")).json() as Note;
    const key = await server.createKey();
    const byOther = await server.request("PATCH", `/notes/${note}`, { json: { text: "x" }, key });
    const deletedByOther = await server.request("DELETE", `/notes/${note}`, { key });
    const byStranger = await server.request("DELETE", `/notes/${note}`, { key: OTHER_ACCOUNT_KEY });

    expect([byOther.status, deletedByOther.status, byStranger.status]).toEqual([403, 403, 404]);
    expect(await notes(key)).toMatchObject([{ text: "mine", is_own: false }]);

    const changed = await server.patch(`/notes/${note}`, { note: { text: "still mine" } });
    expect(changed).toMatchObject({ id: note, text: "still mine" });
    const deleted = await server.request("DELETE", `/notes/${note}`);
    expect(deleted.json()).toMatchObject({ id: note, text: "still mine" });
    expect(await notes()).toEqual([]);
  });

  it("emit the event of their submission", async () => {
    const { id: note } = (await write("one")).json() as Note;
    await server.patch(`/notes/${note}`, { text: "two" });
    await server.request("DELETE", `/notes/${note}`);

    const events = await server.rows("event", ["kind", "items"], { form_id: form.id });
    const updated = { kind: "submission.updated", items: `[${id}]` };
    expect(events.slice(-3)).toEqual([updated, updated, updated]);
  });

  it("are deleted with it", async () => {
    await write("gone soon");

    await server.request("DELETE", `/submissions/${id}`);

    expect(await server.rows("submission_note", ["id"], { submission_id: id })).toEqual([]);
  });

  it("are 200 at most", async () => {
    await server.sql(
      `insert into submission_note (account_id, submission_id, text, author_kind, author_id,
         author_name, created_at, updated_at)
       select 1, ${id}, 'note', 'key', 1, 'k', 1, 1 from
         (with recursive k(n) as (select 1 union all select n + 1 from k where n < 200)
           select n from k) numbers`,
    );

    const answer = await write("one more");

    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("200 notes")]);
  });

  it.each(["", "  \n ", "x".repeat(10_001), 7, null])("are not %j", async (text) => {
    expect((await write(text)).status).toBe(422);
    expect(await notes()).toEqual([]);
  });
});
