// When a submission was first answered.

import { useApiServerAt } from "../../../test/api-server.ts";

let now = Date.parse("2026-03-01T00:00:00Z");
let names = 0;
const server = useApiServerAt(() => now);

const post = () => server.post("1", { n: String((names += 1)) });
const answeredAt = async (id: number) => (await server.submission(id)).answered_at;
/** Moves the clock, and returns the time as the API writes it. */
const later = () => new Date((now += 60_000)).toISOString();

describe("the first answer", () => {
  it("is the first time that it was marked read, whatever follows", async () => {
    const id = await post();
    const before = await answeredAt(id);
    await server.mark(id, { seen: true, tags: ["vip"] });
    const seen = await answeredAt(id);
    const time = later();

    const { answered_at } = await server.mark(id, { read: true });
    later();
    await server.mark(id, { read: false });
    later();
    await server.mark(id, { read: true });

    const found = [before, seen, answered_at, await answeredAt(id)];
    expect(found).toEqual([null, null, time, time]);
  });

  it("is the acknowledgement of a claimed submission", async () => {
    const id = await post();
    const claimed = await server.claim({ form_id: "1", limit: 100 });
    const leased = await answeredAt(id);
    const time = later();

    await server.bulk([id], { read: true });

    expect(claimed.status).toBe(200);
    expect([leased, await answeredAt(id)]).toEqual([null, time]);
  });

  it("is taken back with the mark that is undone, unless it was there before", async () => {
    const [earlier, wrong] = [await post(), await post()];
    const time = later();
    await server.mark(earlier, { read: true });
    await server.mark(earlier, { read: false });
    later();
    await server.bulk([earlier, wrong], { read: true }, "a-mistake-of-a-test");
    later();

    await server.request("POST", "/submissions/undo", { json: { undo: "a-mistake-of-a-test" } });

    expect([await answeredAt(earlier), await answeredAt(wrong)]).toEqual([time, null]);
  });

  it("is the first reply, if the mark before it is undone", async () => {
    const id = await post();
    later();
    await server.bulk([id], { read: true }, "a-mark-before-a-reply");
    const time = later();
    await server.insert("submission_reply", { submission_id: id, created_at: now });

    await server.request("POST", "/submissions/undo", { json: { undo: "a-mark-before-a-reply" } });

    expect(await answeredAt(id)).toBe(time);
  });
});
