// Notes and replies in the submissions of a server that can send e-mail.
import type { Note, NoteList, Reply, Submission, SubmissionList } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { ADA, startReplies } from "../../../test/mail/replies.ts";

const HOSTILE = '"}],"id":0,\\\u2028</script>\n=cmd() \u{1F984}';

let form: (typeof chairs)["form"];
let id: number;
const chairs = useShared(startReplies);
beforeEach(async () => {
  const tables = { name: "Tables", autoreply_email: "team@example.org" };
  form = await chairs.server.create("/forms", tables);
  id = await chairs.post({ email: ADA }, form);
});

const get = (path: string, key?: string) =>
  chairs.server.request("GET", path, { ...(key && { key }) });
const note = (text: string, on = id) =>
  chairs.server.create<Note>(`/submissions/${on}/notes`, { text });
const listed = async (query: string, key?: string) => {
  const path = `/submissions?form_id=${form.id}&${query}`;
  return (await chairs.server.read<SubmissionList>(path, key)).submissions;
};
const ofForm = (query: string) =>
  chairs.server.read<Submission[]>(`/forms/${form.id}/submissions?${query}`);
const single = (query: string) => chairs.server.read<Submission>(`/submissions/${id}?${query}`);

describe("notes and replies in submissions", () => {
  it("are those of each submission, as their own lists have them", async () => {
    const other = await chairs.post({ email: ADA }, form);
    const empty = await chairs.post({ email: ADA }, form);
    await note(HOSTILE);
    await note("of the other", other);
    await note("second");
    await chairs.write(id, { text: HOSTILE });
    await chairs.write(other, { text: "to the other" });
    await chairs.inState(id, "sent");
    await chairs.inState(other, "sent");
    const own = async (at: number) => ({
      id: at,
      ...(await chairs.server.read<NoteList>(`/submissions/${at}/notes`)),
      replies: await chairs.replies(at),
    });
    const expected = [await own(id), await own(other), await own(empty)];

    const include = "include=notes,%20replies";
    const found = await Promise.all([
      listed(`${include}&order_by=date_asc`),
      listed(`${include}&order_by=date_asc&query=chair`),
      ofForm(include),
      ofForm(`${include}&per_page=10`),
    ]);

    expect(expected[0]).toMatchObject({
      notes: [{ text: HOSTILE }, { text: "second" }],
      replies: [{ text: HOSTILE, state: "sent" }],
    });
    for (const submissions of found) expect(submissions).toMatchObject(expected);
    expect(await single(include)).toMatchObject(expected[0] ?? {});
  });

  it("are absent unless they are asked for", async () => {
    await note("hidden");
    const whole = await single("include=notes,replies");
    const { notes: _notes, replies: _replies, ...plain } = whole;

    const without = [await single(""), (await listed("include="))[0], (await ofForm(""))[0]];
    const replies = await single("include=replies");

    expect(without).toEqual([plain, plain, plain]);
    expect(replies).toEqual({ ...plain, replies: [] });
  });

  it("are in every slice of a streamed list and on the page that a link names", async () => {
    const ids = [id];
    while (ids.length < 27) ids.push(await chairs.post({ email: ADA }, form));
    await note("of the last", ids.at(-1));

    const all = await ofForm("include=notes");
    const first = await get(`/forms/${form.id}/submissions?include=notes&per_page=26`);
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await chairs.server.read(next.slice(next.indexOf("/forms/")));

    expect(all.map((one) => one.notes?.map(({ text }) => text))).toEqual([
      ...Array.from({ length: 26 }, () => []),
      ["of the last"],
    ]);
    expect(second).toMatchObject([{ id: ids.at(-1), notes: [{ text: "of the last" }] }]);
  });

  it("are current on a page that was requested before, and own only to their author", async () => {
    const other = await chairs.server.createKey();
    const shown = async (key?: string) => (await listed("include=notes", key))[0]?.notes;
    const before = await shown();
    const first = await note("mine");
    const [own, others] = [await shown(), await shown(other)];
    await chairs.server.patch(`/notes/${first.id}`, { text: "changed" });
    const changed = await shown();
    await chairs.server.request("DELETE", `/notes/${first.id}`);

    expect([before, own, others]).toEqual([[], [first], [{ ...first, is_own: false }]]);
    expect(changed).toMatchObject([{ id: first.id, text: "changed" }]);
    expect(await shown()).toEqual([]);

    const states = async () => (await listed("include=replies"))[0]?.replies;
    expect(await states()).toEqual([]);
    const written = (await chairs.write(id, { text: "soon" })).json() as Reply;
    await chairs.inState(id, "sent");
    expect(await states()).toMatchObject([{ id: written.id, state: "sent" }]);
  });

  const paths = ["/submissions", "/submissions/:id", "/forms/:form/submissions"];
  it.each(paths)("are refused under other names, and to form keys, at %s", async (at) => {
    const path = at.replace(":id", String(id)).replace(":form", String(form.id));
    const key = await chairs.server.createKey({ form_id: form.id });

    const wrong = await get(`${path}?include=notes,secrets`);
    const byForm = await get(`${path}?include=notes`, key);
    const plain = await get(path, key);

    expect(wrong.status).toBe(422);
    expect(wrong.json()).toMatchObject({ code: "invalid", error: /"secrets"/ });
    expect([byForm.status, plain.status]).toEqual([403, 200]);
    expect(byForm.json()).toMatchObject({ error: /account key/ });
  });
});
