// When a submission was first answered.
import type { Submission } from "@intray/sdk/schemas";
import { useApiServerAt } from "../../../test/api-server.ts";

let now = Date.parse("2026-03-01T00:00:00Z");
let names = 0;
const server = useApiServerAt(() => now);

const post = () => server.post("1", { n: String((names += 1)) });
const patch = async (id: number, submission: object) =>
  (
    await server.request("PATCH", `/submissions/${id}`, { json: { submission } })
  ).json() as Submission;
const bulk = (submission_ids: readonly number[], set: object, undo?: string) =>
  server.request("POST", "/submissions/bulk", { json: { submission_ids, set, undo } });
const answeredAt = async (id: number) =>
  (await server.read<Submission>(`/submissions/${id}`)).answered_at;
/** Moves the clock, and returns the time as the API writes it. */
const later = () => new Date((now += 60_000)).toISOString();

describe("the first answer", () => {
  it("is the first time that it was marked read, whatever follows", async () => {
    const id = await post();
    const before = await answeredAt(id);
    await patch(id, { seen: true, tags: ["vip"] });
    const seen = await answeredAt(id);
    const time = later();

    const answered = await patch(id, { read: true });
    later();
    await patch(id, { read: false });
    later();
    await patch(id, { read: true });

    expect([before, seen, answered.answered_at, await answeredAt(id)]).toEqual([
      null,
      null,
      time,
      time,
    ]);
  });

  it("is the acknowledgement of a claimed submission", async () => {
    const id = await post();
    const claimed = await server.request("POST", "/submissions/claim", {
      json: { form_id: "1", limit: 100, lease_seconds: 60, consumer: "one" },
    });
    const leased = await answeredAt(id);
    const time = later();

    await bulk([id], { read: true });

    expect(claimed.status).toBe(200);
    expect([leased, await answeredAt(id)]).toEqual([null, time]);
  });

  it("is taken back with the mark that is undone, unless it was there before", async () => {
    const [earlier, wrong] = [await post(), await post()];
    const time = later();
    await patch(earlier, { read: true });
    await patch(earlier, { read: false });
    later();
    await bulk([earlier, wrong], { read: true }, "a-mistake-of-a-test");
    later();

    await server.request("POST", "/submissions/undo", { json: { undo: "a-mistake-of-a-test" } });

    expect([await answeredAt(earlier), await answeredAt(wrong)]).toEqual([time, null]);
  });

  it("is the first reply, if the mark before it is undone", async () => {
    const id = await post();
    later();
    await bulk([id], { read: true }, "a-mark-before-a-reply");
    const time = later();
    await server.insert("submission_reply", { submission_id: id, created_at: now });

    await server.request("POST", "/submissions/undo", { json: { undo: "a-mark-before-a-reply" } });

    expect(await answeredAt(id)).toBe(time);
  });
});
