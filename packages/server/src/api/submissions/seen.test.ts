import type { Form, FormList, SubmissionList } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { startApiServer, useApiServer } from "../../../test/api-server.ts";
import { plusMs, systemClock } from "../../platform/clock.ts";
import { withWallTime } from "../../../test/fake-clock.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
let now = START;
/** Of the monotonic clock. */
let aheadMs = 0;
const server = useApiServer(
  {},
  { ...withWallTime(() => now), monotonic: () => plusMs(systemClock.monotonic(), aheadMs) },
);

const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = () => server.post(form.uuid, { n: "1" });

const isoOf = (at: number) => new Date(at).toISOString();

describe("seen", () => {
  it("is null until it is set, keeps its first time, and leaves everything else", async () => {
    const id = await post();
    const before = await server.submission(id);
    now += 60_000;
    const seenAt = isoOf(now);

    const seen = await server.mark(id, { seen: true });
    now += 60_000;
    const again = await server.mark(id, { seen: true });
    const { meta } = await server.read<SubmissionList>(`/submissions?form_id=${form.id}`);

    expect(before.seen_at).toBeNull();
    expect(seen).toEqual({ ...before, seen_at: seenAt });
    expect(again).toEqual(seen);
    expect(meta).toMatchObject({ unread_count: 1 });
  });

  it("is cleared by false, and independent of read", async () => {
    const [seen, read] = [await post(), await post()];
    await server.mark(seen, { seen: true });

    expect(await server.mark(seen, { seen: false })).toMatchObject({ seen_at: null, read: false });
    expect(await server.mark(read, { read: true })).toMatchObject({ seen_at: null, read: true });
  });

  it("is set in bulk, and reports what had it already", async () => {
    const ids = [await post(), await post()];
    await server.mark(ids[0] ?? 0, { seen: true });

    const answer = await server.bulk(ids, { seen: true });

    expect(answer.json()).toEqual({
      results: [
        { submission_id: ids[0], status: "unchanged" },
        { submission_id: ids[1], status: "updated" },
      ],
    });
    expect((await server.submission(ids[1] ?? 0)).seen_at).not.toBeNull();
  });

  it("leaves a lease as it is", async () => {
    const id = await post();
    await server.claim({ form_id: String(form.id) });

    expect(await server.mark(id, { seen: true })).toMatchObject({ claim: { state: "leased" } });
  });
});

describe("the queue consumer of a form", () => {
  const formOf = (id: number) => server.read<Form>(`/forms/${id}`);
  const consumerOf = async () => (await formOf(form.id)).queue_consumer;

  it("is not recorded by intake, other lists and other marks", async () => {
    const id = await post();
    for (const query of ["", "&unread=false", "&filter_by=spam", "&filter_by=trash"]) {
      await server.request("GET", `/submissions?form_id=${form.id}${query}`);
    }
    await server.mark(id, { spam: true });
    await server.mark(id, { spam: false, seen: true });
    await server.mark(id, { read: false });

    expect(await consumerOf()).toBeNull();
  });

  const queries = ["unread=true", "filter_by=new", "unread=true&query=x"];
  it.each(queries)("is recorded by a list with %s", async (query) => {
    await server.request("GET", `/submissions?form_id=${form.id}&${query}`);

    expect(await consumerOf()).toEqual({
      act: "list",
      name: expect.any(String) as string,
      seen_at: isoOf(now),
    });
  });

  it("is recorded by a claim, with its name, and stays the first one", async () => {
    await server.claim({ form_id: form.uuid, consumer: "night shift" });
    await server.claim({ form_id: form.uuid, consumer: "day shift" });
    await server.request("GET", `/submissions?form_id=${form.id}&unread=true`);

    expect(await consumerOf()).toMatchObject({ act: "claim", name: "night shift" });
  });

  it.each([
    ["PATCH", async (id: number) => server.mark(id, { read: true })],
    ["bulk", async (id: number) => server.bulk([id], { read: true })],
  ])("is recorded by marking read with %s, for the form of the submission", async (_, mark) => {
    const other = await server.create("/forms", { name: "Other" });
    const id = await post();
    await mark(id);

    expect(await consumerOf()).toMatchObject({ act: "mark" });
    expect((await formOf(other.id)).queue_consumer).toBeNull();
  });

  it("is forgotten, for the account too, and recorded again if it still works", async () => {
    const other = await server.create("/forms", { name: "Other" });
    const list = (query: string) => server.request("GET", `/submissions?unread=true${query}`);
    const forget = () => server.request("DELETE", `/forms/${form.id}/queue_consumer`);
    await list("");
    await list(`&form_id=${form.uuid}`);

    const answer = await forget();
    const again = await forget();
    const ofOther = (await formOf(other.id)).queue_consumer;
    await list(`&form_id=${form.uuid}`);

    expect([answer.status, again.status]).toEqual([200, 200]);
    expect(answer.json()).toMatchObject({ id: form.id, queue_consumer: null });
    expect(ofOther).toBeNull();
    expect(await consumerOf()).toMatchObject({ act: "list" });
    await forget();
  });

  it("is recorded again after ten minutes, if another process has forgotten it", async () => {
    const list = () => server.request("GET", `/submissions?form_id=${form.id}&unread=true`);
    await list();
    await server.update("form", { queue_consumer: null }, { id: form.id });
    await list();
    const soon = await consumerOf();
    aheadMs += 600_000;
    await list();

    expect(soon).toBeNull();
    expect(await consumerOf()).toMatchObject({ act: "list" });
  });

  it("turns opening_marks_read off, and rejects it from then on", async () => {
    const path = `/forms/${form.id}`;
    const json = { form: { opening_marks_read: true } };
    const on = await server.patch(path, json);
    await server.mark(await post(), { read: true });
    const after = await formOf(form.id);
    const rejected = await server.refused("PATCH", path, json);
    const kept = await server.request("PUT", path, { json: after });

    expect(on).toMatchObject({ opening_marks_read: true, queue_consumer: null });
    expect(after).toMatchObject({ opening_marks_read: false });
    expect(rejected).toEqual(["opening_marks_read"]);
    expect(kept.json()).toMatchObject({ opening_marks_read: false });
  });
});

it("the queue consumer of an account is that of every form, later ones included", async () => {
  const own = await startApiServer();
  onTestFinished(() => own.close());
  await own.read("/submissions?unread=true");
  const later = await own.create("/forms", { name: "Later" });

  const { forms } = await own.read<FormList>("/forms");
  const made = await own.refused("POST", "/forms", { name: "x", opening_marks_read: true });

  expect(forms.map(({ id }) => id)).toContain(later.id);
  expect(new Set(forms.map(({ queue_consumer }) => queue_consumer?.act))).toEqual(
    new Set(["list"]),
  );
  expect(made).toEqual(["opening_marks_read"]);
});
