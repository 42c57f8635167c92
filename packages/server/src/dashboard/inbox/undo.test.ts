import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { inputOn, type Page, useDashboard, says } from "../../../test/dashboard.ts";

describe("undoing from the dashboard", () => {
  const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
  const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

  const post = (name: string) => server.post(form.uuid, { name });

  const runBulk = (fields: Record<string, string | readonly string[]>) =>
    server.ada.submit(`/inbox/bulk?form_id=${form.id}`, fields);
  /** The inputs of the button that undoes. */
  const undoIn = (page: Page) => ({ undo: inputOn(page, "undo"), to: inputOn(page, "to") });

  it("is offered by the notice of a bulk action, once", async () => {
    const [a, b] = [await post("Ada"), await post("Bob")];
    const done = await runBulk({ bulk_action: "trash", id: [String(a), String(b)] });
    const later = await server.ada.get(`/inbox?form_id=${form.id}`);

    const undone = await server.ada.submit("/undo", undoIn(done));

    expect(undoIn(later).undo).toBe("");
    expect(undoIn(done).to).toBe(`/dashboard/inbox?form_id=${form.id}`);
    expect(undone.words).toContain("Undone: 2 submissions are as before.");
    expect([(await server.submission(a)).trash, (await server.submission(b)).trash]).toEqual([
      false,
      false,
    ]);
  });

  it("gives back assignee and snooze, unless they were changed since", async () => {
    const [a, b] = [await post("Ada"), await post("Bob")];
    const id = [String(a), String(b)];
    const marksOf = async (one: number) => {
      const { assignee, snoozed_until } = await server.submission(one);
      return [assignee, snoozed_until];
    };
    await server.mark(a, { snoozed_until: "2098-01-01T00:00:00Z" });
    const assignee = "ada@example.org";

    const assigned = await runBulk({ bulk_action: "assign", id, assignee });
    const snoozed = await runBulk({ bulk_action: "enter", id, snooze: "2099-02-01" });
    const acted = await marksOf(b);
    await server.mark(b, { assignee: null });
    const undone = await server.ada.submit("/undo", undoIn(snoozed));
    const kept = await server.ada.submit("/undo", undoIn(assigned));

    expect(assigned.words).toContain("2 submissions assigned.");
    expect(snoozed.words).toContain("2 submissions snoozed.");
    expect(acted).toEqual([assignee, "2099-02-01T00:00:00.000Z"]);
    expect(undone.words).toContain("Undone: 2 submissions are as before.");
    expect(kept.words).toContain("1 other was changed or deleted since, and left alone.");
    expect(await marksOf(a)).toEqual([null, "2098-01-01T00:00:00.000Z"]);
    expect(await marksOf(b)).toEqual([null, null]);
  });

  it.each([
    [303, { bulk_action: "assign", assignee: "" }],
    [303, { bulk_action: "snooze", snooze: " " }],
    [303, { bulk_action: "untag", tags: " , " }],
    [422, { bulk_action: "assign", assignee: "eve@example.org" }],
    [422, { bulk_action: "snooze", snooze: "2001-01-01" }],
    [422, { bulk_action: "enter", snooze: "<script>" }],
  ])("is not needed for what is refused: %i %j", async (status, fields) => {
    const id = await post("Ada");

    await runBulk({ bulk_action: "tag", tags: "vip", id: String(id) });
    const answer = await server.ada.post("/inbox/bulk", { ...fields, id: String(id) });

    expect(answer.status).toBe(status);
    expect(await server.submission(id)).toMatchObject({
      assignee: null,
      snoozed_until: null,
      tags: ["vip"],
    });
  });

  it("is offered by the audit log, until it is done", async () => {
    const id = await post("Ada");
    await runBulk({ bulk_action: "read", id: String(id) });
    const audit = await server.ada.get("/audit");

    const undone = await server.ada.submit("/undo", undoIn(audit));

    expect(audit.words).toContain("1 submission marked done Undo");
    expect((await server.submission(id)).read).toBe(false);
    expect(undoIn(undone).undo).not.toBe(undoIn(audit).undo);
    expect(undone.words).toContain("Marks of submissions undone");
  });

  it("does not show or undo an act of another account, and returns nowhere else", async () => {
    const id = await post("Ada");
    const done = await runBulk({ bulk_action: "trash", id: String(id) });
    const eve = await server.otherAccount();

    const answer = await eve.post("/undo", { ...undoIn(done), to: "https://evil.test/" });
    const audit = await eve.get("/audit");

    expect(answer.location).toBe("/dashboard/inbox");
    expect(audit.words).not.toContain("Can be undone");
    expect((await server.submission(id)).trash).toBe(true);
  });

  it("asks before more than 100 submissions are changed, with their number", async () => {
    await server.fill(form.id, 101);
    const until = new Date(Date.now() + 60_000).toISOString();
    const matching = { bulk_action: "trash", scope: "matching", until };
    const path = `/inbox/bulk?form_id=${form.id}`;

    const asked = await server.ada.post(path, matching);
    const done = await server.ada.submit(path, { ...matching, confirmed: "yes" });
    const undone = await server.ada.submit("/undo", undoIn(done));

    expect(asked).toMatchObject(says(200, "Move 101 submissions to the trash?"));
    expect(asked.text).toContain('name="confirmed" value="yes"');
    expect(done.words).toContain("101 submissions moved to the trash.");
    expect(undone.words).toContain("Undone: 101 submissions are as before.");
  });
});
