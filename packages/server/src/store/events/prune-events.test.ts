import { beforeEach, describe, expect, it } from "vitest";
import { EVERYTHING, linesOf, readPage } from "../../../test/store/events.ts";
import { newSubmission, useFixture } from "../../../test/store-fixture.ts";
import type { EventPosition } from "../../domain/event.ts";
import { deleteSubmission, updateSubmission } from "../submissions/submissions.ts";
import { newestEventPosition, readEvents, pruneEvents } from "./events.ts";

const NOW = 1_000_000;
const DAY_MS = 86_400_000;

const fixture = useFixture();
let begin: EventPosition;
beforeEach(async () => {
  begin = await newestEventPosition(fixture.db, {});
});

const read = (after = begin) => readPage(fixture, after);
const mark = (id: number, change: object) =>
  updateSubmission(fixture.db, { id, account_id: 1, change, now: NOW });
const post = async (n: number) => (await fixture.accept(newSubmission(n))).id;

describe("events that are pruned", () => {
  /** Three changes, the first two of them a day old. */
  async function change(): Promise<readonly EventPosition[]> {
    const id = await post(1);
    const positions = [(await read()).position];
    for (const isRead of [true, false, true]) {
      await mark(id, { read: isRead });
      positions.push((await read(positions.at(-1))).position);
    }
    const [, , last] = await fixture.db.selectFrom("event").select("id").orderBy("id").execute();
    await fixture.db
      .updateTable("event")
      .set({ created_at: NOW - DAY_MS - 1 })
      .where("id", "<", last?.id ?? 0)
      .execute();
    return positions;
  }

  it("are those older than a day, oldest first, up to a limit", async () => {
    await change();

    const once = await pruneEvents(fixture.db, { now: NOW, limit: 1 });
    const twice = await pruneEvents(fixture.db, { now: NOW, limit: 5 });
    const thrice = await pruneEvents(fixture.db, { now: NOW, limit: 5 });

    expect([once, twice, thrice]).toEqual([
      { isDone: false, pruned: 1 },
      { isDone: true, pruned: 1 },
      { isDone: true, pruned: 0 },
    ]);
    expect(await fixture.db.selectFrom("event").select("id").execute()).toHaveLength(1);
  });

  it("are a gap for a position before them, and for no other one", async () => {
    const positions = await change();
    await pruneEvents(fixture.db, { now: NOW, limit: 5 });

    const pages = [];
    for (const after of positions) {
      pages.push((await readEvents(fixture.db, { ...EVERYTHING, after })).kind);
    }

    expect(pages).toEqual(["gap", "gap", "page", "page"]);
  });

  it("leave ids that are never assigned again", async () => {
    const positions = await change();
    const last = positions.at(-1) ?? begin;
    await pruneEvents(fixture.db, { now: Number.MAX_SAFE_INTEGER, limit: 10 });

    await mark(1, { read: false });

    expect(linesOf(await read(last))).toEqual(["submission.updated 1"]);
  });
});

describe("positions of another database", () => {
  const FOREIGN: readonly { readonly what: string; readonly over: Partial<EventPosition> }[] = [
    { what: "submission", over: { submission: 100 } },
    { what: "event", over: { event: 100 } },
  ];
  it.each(FOREIGN)("are a gap for a $what id that was never assigned", async ({ over }) => {
    const page = await readEvents(fixture.db, { ...EVERYTHING, after: { ...begin, ...over } });

    expect(page.kind).toBe("gap");
  });

  it("are not those of a submission that was deleted since", async () => {
    const id = await post(1);
    const { position } = await read();
    await deleteSubmission(fixture.db, { id, account_id: 1, now: NOW });

    expect(linesOf(await read(position))).toEqual(["submission.deleted 1"]);
  });
});
