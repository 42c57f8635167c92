import {
  claimRequest,
  LEASE_TOKEN,
  lostLeases,
  NOW,
  outcomeOf,
} from "../../../test/store/outcomes.ts";
import { EVERYTHING, linesOf, readPage } from "../../../test/store/events.ts";
import { addWebhook, changeForm, newSubmission, useFixture } from "../../../test/fixture.ts";
import type { EventPosition } from "../../domain/event.ts";
import { refireSubmissions } from "../deliveries/refires.ts";
import { claimDue } from "../deliveries/delivery-claims.ts";
import { recoverLeases } from "../deliveries/delivery-leases.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { newestEventPosition, pruneEvents, readEvents } from "./events.ts";
import { deleteSubmission, updateSubmission } from "../submissions/submissions.ts";

const RETENTION_MS = 26 * 3_600_000;

const fixture = useFixture();
let begin: EventPosition;
beforeEach(async () => {
  begin = await newestEventPosition(fixture.db, {});
});

const read = (after = begin, scope?: Parameters<typeof readPage>[2]) =>
  readPage(fixture, after, scope);
const mark = (id: number, change: object) =>
  updateSubmission(fixture.db, { id, account_id: 1, change, now: NOW });
const post = async (n: number) => (await fixture.accept(newSubmission(n))).id;
const claim = () => claimDue(fixture.db, claimRequest({ may_start_quarantined: false }));
const record = (id: number, state: "succeeded" | "queued", lease_token = LEASE_TOKEN) =>
  recordOutcomes(fixture.db, {
    outcomes: [
      outcomeOf(id, {
        lease_token,
        next: { state, reason: null, next_attempt_at: state === "queued" ? NOW + 1 : null },
      }),
    ],
    now: NOW,
  });

const plainRow = {
  account_id: 1,
  form_id: 1,
  fields: "[]",
  spam: 0 as const,
  content_hash: Buffer.alloc(16),
  created_at: NOW,
  updated_at: NOW,
};

// api/events.test.ts follows a submission from its creation to its deletion.
describe("events of submissions", () => {
  it("are not recorded for a change that changes nothing, or for another table", async () => {
    const id = await post(1);
    await mark(id, { read: false });
    await changeForm(fixture, { name: "Other" });

    expect(linesOf(await read())).toEqual(["submission.created 1"]);
  });

  it("are rolled back with their transaction", async () => {
    const id = await post(1);
    const change = fixture.transact(async (on) => {
      await updateSubmission(on, { id, account_id: 1, change: { read: true }, now: NOW });
      throw new Error("no");
    });

    await expect(change).rejects.toThrow("no");
    expect(linesOf(await read())).toEqual(["submission.created 1"]);
  });

  it("wait while the creation of their submission is on a later page", async () => {
    const rows = Array.from({ length: 501 }, () => plainRow);
    await fixture.db.insertInto("submission").values(rows).execute();
    await mark(501, { read: true });
    await mark(1, { read: true });

    const first = await read();
    const second = await read(first.position);

    expect([first.events.length, first.hasMore]).toEqual([500, true]);
    expect([linesOf(second), second.hasMore]).toEqual([
      ["submission.created 501", "submission.updated 501", "submission.updated 1"],
      false,
    ]);
  });

  it("are read page by page, each once, from any position of a page", async () => {
    for (let n = 1; n <= 4; n += 1) await mark(await post(n), { read: true });
    const whole = await read();

    for (const [n, { position }] of whole.events.entries()) {
      if (position === undefined) throw new Error("Each has one.");
      expect(linesOf(await read(position))).toEqual(linesOf(whole).slice(n + 1));
    }
  });

  it("are not shown to other accounts and forms", async () => {
    const id = await post(1);
    await mark(id, { read: true });

    expect(linesOf(await read(begin, { account_id: 2 }))).toEqual([]);
    expect(linesOf(await read(begin, { form_id: 2 }))).toEqual([]);
    expect(linesOf(await read(begin, { form_id: 1 }))).toHaveLength(2);
  });
});

describe("events of deliveries", () => {
  beforeEach(() => addWebhook(fixture));

  it("report the state after each attempt, as the log names it, and no claims", async () => {
    await post(1);
    await claim();
    const { position } = await read();
    await record(1, "queued");
    await fixture.update("delivery", { next_attempt_at: NOW });
    await claim();
    await record(1, "succeeded");

    expect(linesOf(await read(position))).toEqual([
      "delivery.updated 1 retrying",
      "delivery.updated 1 succeeded",
    ]);
  });

  it("are not recorded by a worker whose lease is lost", async () => {
    await post(1);
    const { position } = await read();

    await record(1, "succeeded", "another");

    expect(linesOf(await read(position))).toEqual([]);
  });

  it("report deliveries that a user cancels, restores and re-fires", async () => {
    await post(1);
    const { position } = await read();
    await mark(1, { spam: true });
    await mark(1, { spam: false });
    await refireSubmissions(fixture.db, {
      account_id: 1,
      submission_ids: [1],
      trigger: "refire",
      now: NOW,
    });

    expect(linesOf(await read(position)).filter((one) => one.startsWith("delivery"))).toEqual([
      "delivery.updated 1 canceled",
      "delivery.updated 1 queued",
      "delivery.updated 1 canceled",
      expect.stringMatching(/^delivery.updated [23] queued$/),
    ]);
  });

  it("report deliveries that a dead worker left, and those of a disabled webhook", async () => {
    await post(1);
    await claim();
    const { position } = await read();
    await recoverLeases(fixture.db, lostLeases({ now: NOW + 70_000, isStart: true }));
    await fixture.update("webhook", { enabled: 0 });
    await fixture.update("delivery", { next_attempt_at: NOW });
    await claim();

    expect(linesOf(await read(position))).toEqual([
      "delivery.updated 1 queued",
      "delivery.updated 1 canceled",
    ]);
  });

  it("are one row for a batch of a form, and have a position only after the last of it", async () => {
    for (let n = 1; n <= 3; n += 1) await post(n);
    const { position } = await read();
    await fixture.update("webhook", { enabled: 0 });

    await claim();

    const page = await read(position);
    const rows = await fixture.rows("event", ["id"]);
    expect(rows).toHaveLength(1);
    expect(page.events.map(({ position: at }) => at)).toEqual([
      undefined,
      undefined,
      page.position,
    ]);
  });
});

describe("events that are pruned", () => {
  /** Three changes, the first two of them a day old. */
  async function change(): Promise<readonly EventPosition[]> {
    const id = await post(1);
    const positions = [(await read()).position];
    for (const isRead of [true, false, true]) {
      await mark(id, { read: isRead });
      positions.push((await read(positions.at(-1))).position);
    }
    const [, , last] = await fixture.rows("event", ["id"]);
    await fixture.db
      .updateTable("event")
      .set({ created_at: NOW - RETENTION_MS - 1 })
      .where("id", "<", last?.id ?? 0)
      .execute();
    return positions;
  }

  it("are those older than a day and two hours, oldest first, up to a limit", async () => {
    await change();

    const once = await pruneEvents(fixture.db, { now: NOW, limit: 1 });
    const twice = await pruneEvents(fixture.db, { now: NOW, limit: 5 });
    const thrice = await pruneEvents(fixture.db, { now: NOW, limit: 5 });

    expect([once, twice, thrice]).toEqual([
      { isDone: false, pruned: 1 },
      { isDone: true, pruned: 1 },
      { isDone: true, pruned: 0 },
    ]);
    expect(await fixture.rows("event", ["id"])).toHaveLength(1);
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
