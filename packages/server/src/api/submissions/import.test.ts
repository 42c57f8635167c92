import type { ImportedSubmission, ImportResult, Submission } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { followEvents } from "../../../test/event-reader.ts";
import { withWallTime } from "../../../test/fake-clock.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
let aheadMs = 0;
const server = useApiServer(
  {},
  withWallTime(() => NOW + aheadMs),
);

const row = (key: string, values: Readonly<Record<string, string | string[]>>, at?: string) => ({
  key,
  submitted_at: at ?? null,
  form_params: Object.entries(values).map(([name, value]) => ({ name, value })),
});
const newForm = () => server.create<{ id: number; uuid: string }>("/forms", { name: "Moved" });
const importTo = (form: { id: number }, submissions: ImportedSubmission[], over: object = {}) =>
  server.request("POST", `/forms/${form.id}/import`, {
    json: { from: "old.csv", submissions, ...over },
  });
const stored = ({ id }: { id: number }, query = "") =>
  server.read<Submission[]>(`/forms/${id}/submissions?per_page=10${query}`);
const ADA = row("1", { email: "ada@old.example", tags: ["a"] }, "2021-03-04T05:06:07+02:00");
const GRACE = row("2", { message: "x\ud800" });

describe("an import", () => {
  it("keeps time and origin, sends nothing, and stores each key once", async () => {
    const form = await newForm();
    await server.addWebhook(form.id);
    const events = await followEvents(server, { query: `?form_id=${form.id}` });
    onTestFinished(() => events.cut());

    const first = await importTo(form, [ADA, ADA, GRACE]);
    const again = await importTo(form, [GRACE, row("3", { message: "New" })], { unread: true });
    const post = await server.post(form.uuid, { message: "New" });

    expect(first.json()).toEqual({ imported: 2, duplicates: 1, rejected: [] });
    expect(again.json()).toMatchObject({ imported: 1, duplicates: 1 });
    const [ada, grace, unread, posted] = await stored(form);
    expect(ada).toMatchObject({
      email: "ada@old.example",
      payload_params: { email: "ada@old.example", tags: ["a"] },
      read: true,
      spam: false,
      delivery_state: "none",
      imported: { from: "old.csv", submitted_at: "2021-03-04T03:06:07.000Z" },
    });
    expect(grace?.imported).toEqual({ from: "old.csv", submitted_at: null });
    expect(grace?.payload_params["message"]).toBe("x\ufffd");
    expect(unread?.read).toBe(false);
    expect(posted).toMatchObject({ id: post, spam: false });
    expect(posted).not.toHaveProperty("imported");
    expect((await events.next())?.data.id).toBe(post);
    const toDo = await server.read(`/submissions?form_id=${form.id}&filter_by=new`);
    expect(toDo).toMatchObject({ meta: { count: 2 } });
  });

  it("rejects rows one by one, and says which", async () => {
    const form = await newForm();
    const rows = [
      row("1", { a: "x".repeat(256 * 1024 + 1) }),
      row("2", {}),
      row("3", { a: "1" }, "2026-05-02T00:00:00Z"),
      row("4", { a: "1" }, "1969-12-31T00:00:00Z"),
      ADA,
    ];

    const { imported, rejected } = (await importTo(form, rows)).json() as ImportResult;

    expect(imported).toBe(1);
    expect(rejected.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(rejected.map(({ message }) => message)).toEqual([
      expect.stringContaining("256 KiB"),
      "It has no fields.",
      "Its time 2026-05-02T00:00:00Z is in the future.",
      "Its time 1969-12-31T00:00:00Z is before 1970.",
    ]);
  });

  it("stores nothing in a dry run", async () => {
    const form = await newForm();
    await importTo(form, [ADA]);

    const dry = await importTo(form, [ADA, GRACE, GRACE], { dry_run: true });

    expect(dry.json()).toEqual({ imported: 1, duplicates: 2, rejected: [] });
    expect(await stored(form)).toHaveLength(1);
  });

  // Processes of PostgreSQL have clocks of their own, whose differences filters by date allow.
  it.skipIf(isOnPostgres)("keeps ids in the order of dates if the clock is set back", async () => {
    const form = await newForm();
    aheadMs = 60_000;
    await importTo(form, [ADA]);
    aheadMs = 0;

    await server.post(form.uuid, { message: "Later" });
    await importTo(form, [GRACE]);

    const times = (await stored(form)).map(({ created_at }) => created_at);
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted());
  });
});
