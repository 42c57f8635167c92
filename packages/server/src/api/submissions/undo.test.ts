import type { UndoResult } from "@intray/sdk/schemas";
import { ACCOUNT_KEY, OTHER_ACCOUNT_KEY, useApiServer } from "../../../test/api-server.ts";

describe("undoing a bulk change", () => {
  const server = useApiServer({ INTRAY_RATE_LIMIT: "off" });
  let names = 0;

  const newName = () => `undo-of-a-test-${(names += 1)}`;
  // Equal posts would be spam.
  const post = (fields: Record<string, string> = {}) =>
    server.post("1", { name: `Ada ${(names += 1)}`, ...fields });
  const posts = () => Promise.all([post(), post(), post()]);
  const undo = (name: string, key = ACCOUNT_KEY) =>
    server.request("POST", "/submissions/undo", { json: { undo: name }, key });
  const trashed = (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await server.submission(id)).trash));

  it("restores what all requests of the act have changed, and nothing else", async () => {
    const ids = await posts();
    await server.bulk(ids.slice(0, 1), { trash: true });
    const name = newName();
    await server.bulk(ids.slice(0, 2), { trash: true }, name);
    await server.bulk(ids.slice(2), { trash: true }, name);

    const answer = await undo(name);

    expect(answer.json()).toEqual({ restored: 2, kept: 0, remaining: 0 } satisfies UndoResult);
    expect(await trashed(ids)).toEqual([true, false, false]);
  });

  it("leaves alone what was marked otherwise or deleted since", async () => {
    const [a, b, c] = await posts();
    const name = newName();
    await server.bulk([a, b, c], { read: true, spam: true }, name);
    await server.bulk([a], { spam: false });
    await server.request("DELETE", `/submissions/${b}`);

    const answer = await undo(name);

    expect(answer.json()).toEqual({ restored: 1, kept: 2, remaining: 0 } satisfies UndoResult);
    expect((await server.submission(a)).read).toBe(true);
    expect(await server.submission(c)).toMatchObject({ read: false, spam: false });
  });

  it("does so once, however often it is asked", async () => {
    const ids = await posts();
    const name = newName();
    await server.bulk(ids, { read: true }, name);

    const answers = await Promise.all([undo(name), undo(name)]);
    await server.bulk(ids, { read: true });
    const later = await undo(name);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(later.json()).toEqual({ restored: 3, kept: 0, remaining: 0 } satisfies UndoResult);
    expect((await server.submission(ids[0])).read).toBe(true);
  });

  it("gives spam its reasons back", async () => {
    const id = await post({ _gotcha: "x" });
    const before = await server.submission(id);
    const name = newName();
    await server.bulk([id], { spam: false }, name);

    await undo(name);

    const after = await server.submission(id);
    expect(before.spam_reason).toBe("honeypot");
    expect({ ...after, updated_at: "" }).toEqual({ ...before, updated_at: "" });
  });

  it("takes back what the classifier has learned from the marks", async () => {
    const ids = await posts();
    const name = newName();
    const examples = () =>
      server.rows("spam_training_example", ["submission_id", "spam"], { submission_id: ids });
    await server.bulk(ids, { spam: true }, name);
    const learned = await examples();

    await undo(name);

    expect(learned).toHaveLength(3);
    expect(await examples()).toEqual([]);
  });

  it("is refused for another account, for a form key, and for a name that nothing has", async () => {
    const [id] = await posts();
    const name = newName();
    await server.bulk([id], { trash: true }, name);
    const key = await server.createKey({ form_id: 1 });

    const answers = await Promise.all([
      undo(name, OTHER_ACCOUNT_KEY),
      undo(name, key),
      undo("nothing-has-this-name"),
      undo("short"),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 403, 404, 422]);
    expect(await trashed([id])).toEqual([true]);
  });

  it("is refused after seven days", async () => {
    const ids = await posts();
    const name = newName();
    await server.bulk(ids, { trash: true }, name);
    await server.sql("update undo set created_at = created_at - 604800000");

    const { status, text } = await undo(name);

    expect([status, text]).toEqual([404, expect.stringContaining("seven days")]);
  });

  it("undoes many thousands in parts, between which others write", async () => {
    const form = await server.create("/forms", { name: "Large" });
    await server.fill(form.id, 6_000);
    const ids = (await server.rows("submission", ["id"], { form_id: form.id })).map(({ id }) => id);
    const name = newName();
    for (let start = 0; start < ids.length; start += 1_000) {
      await server.bulk(ids.slice(start, start + 1_000), { trash: true }, name);
    }
    const { id: undo_id } = await server.row("undo", ["id"], { token: name });
    const parts = await server.rows("undo_part", ["undo_id"], { undo_id });

    let result: UndoResult;
    do {
      const [undone] = await Promise.all([undo(name), post()]);
      result = undone.json() as UndoResult;
    } while (result.remaining > 0);

    expect(parts).toHaveLength(6);
    expect(result).toEqual({ restored: 6_000, kept: 0, remaining: 0 });
    const trash = { form_id: form.id, trash: 1 } as const;
    const counts = await server.rows("submission_count", ["count"], trash);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(0);
  });
});
