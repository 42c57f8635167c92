import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../test/database.ts";
import {
  addWebhook,
  type Fixture,
  newSubmission,
  openFixture,
} from "../../../test/store-fixture.ts";
import type { EventPosition } from "../../domain/event.ts";
import { refireSubmissions } from "../deliveries/deliveries.ts";
import { claimDue } from "../deliveries/delivery-claims.ts";
import { recoverLeases } from "../deliveries/delivery-leases.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { pruneEvents } from "./prune-events.ts";
import {
  createdSubmissionsQuery,
  type EventPage,
  newestEventPosition,
  recordedEventsQuery,
  readEvents,
} from "./events.ts";
import { updateForm } from "../forms/forms.ts";
import { deleteSubmission, updateSubmission } from "../submissions/submissions.ts";

const NOW = 1_000_000;
const DAY_MS = 86_400_000;

let fixture: Fixture;
let begin: EventPosition;
beforeEach(async () => {
  fixture = await openFixture();
  begin = await newestEventPosition(fixture.db, {});
});
afterEach(() => fixture.close());

const everything = { account_id: 1, form_id: undefined };
async function read(after = begin, scope: typeof everything | object = {}): Promise<EventPage> {
  const page = await readEvents(fixture.db, { ...everything, ...scope, after });
  if (page.kind === "gap") throw new Error("There is a gap.");
  return page;
}
/** Each as `kind id`, with the state of a delivery behind it. */
const told = ({ events }: EventPage) =>
  events.map(({ event: { kind, data } }) =>
    [kind, data.id, ...("state" in data ? [data.state] : [])].join(" "),
  );
const mark = (id: number, change: object) =>
  updateSubmission(fixture.db, { id, account_id: 1, change, now: NOW });
const post = async (n: number) => (await fixture.accept(newSubmission(n))).id;
const claim = () =>
  claimDue(fixture.db, {
    now: NOW,
    lease_token: "held",
    lease_expires_at: NOW + 60_000,
    limit: 100,
    load_of: {},
    free_of_others: 100,
    reserved_for_idle: 0,
    is_idle: true,
    may_start_quarantined: false,
  });
const settle = (id: number, state: "succeeded" | "queued", lease_token = "held") =>
  recordOutcomes(fixture.db, {
    outcomes: [
      {
        id,
        lease_token,
        webhook_id: 1,
        submission_id: id,
        next: { state, reason: null, next_attempt_at: state === "queued" ? NOW + 1 : null },
        is_counted: true,
        gone_url: null,
        attempt: undefined,
      },
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

describe("events of submissions", () => {
  it("come in the order in which they happened", async () => {
    const id = await post(1);
    await mark(id, { read: true });
    await mark(id, { spam: true, trash: true });
    await post(2);

    expect(told(await read())).toEqual([
      "submission.created 1",
      "submission.created 2",
      "submission.updated 1",
      "submission.updated 1",
    ]);
  });

  it("are not made of a change that changes nothing, or of another table's", async () => {
    const id = await post(1);
    await mark(id, { read: false });
    const change = {
      account_id: 1,
      ref: { id: 1, uuid: undefined },
      settings: { name: "Other" },
      now: NOW,
    };
    await updateForm(fixture.db, change, fixture.box);

    expect(told(await read())).toEqual(["submission.created 1"]);
  });

  it("are taken back with their transaction", async () => {
    const id = await post(1);
    const change = fixture.db.transaction().execute(async (on) => {
      await updateSubmission(on, { id, account_id: 1, change: { read: true }, now: NOW });
      throw new Error("no");
    });

    await expect(change).rejects.toThrow("no");
    expect(told(await read())).toEqual(["submission.created 1"]);
  });

  it("tell of a submission that is gone as deleted alone", async () => {
    const id = await post(1);
    await deleteSubmission(fixture.db, { id, account_id: 1, now: NOW });

    expect(told(await read())).toEqual(["submission.deleted 1"]);
  });

  it("begin where the reader begins", async () => {
    const id = await post(1);
    await mark(id, { read: true });

    const later = await newestEventPosition(fixture.db, {});

    expect(told(await read(later))).toEqual([]);
    await mark(id, { read: false });
    expect(told(await read(later))).toEqual(["submission.updated 1"]);
  });

  it("wait while the creation of their submission is on a later page", async () => {
    await fixture.db
      .insertInto("submission")
      .values(Array.from({ length: 501 }, () => plainRow))
      .execute();
    await mark(501, { read: true });
    await mark(1, { read: true });

    const first = await read();
    const second = await read(first.position);

    expect([first.events.length, first.hasMore]).toEqual([500, true]);
    expect([told(second), second.hasMore]).toEqual([
      ["submission.created 501", "submission.updated 501", "submission.updated 1"],
      false,
    ]);
  });

  it("come page by page, each once, from any position that was given", async () => {
    for (let n = 1; n <= 4; n += 1) await mark(await post(n), { read: true });
    const whole = await read();

    for (const [n, { position }] of whole.events.entries()) {
      if (position === undefined) throw new Error("Each has one.");
      expect(told(await read(position))).toEqual(told(whole).slice(n + 1));
    }
  });

  it("are nobody else's", async () => {
    const id = await post(1);
    await mark(id, { read: true });

    expect(told(await read(begin, { account_id: 2 }))).toEqual([]);
    expect(told(await read(begin, { form_id: 2 }))).toEqual([]);
    expect(told(await read(begin, { form_id: 1 }))).toHaveLength(2);
  });
});

describe("events of deliveries", () => {
  beforeEach(() => addWebhook(fixture));

  it("tell how each attempt ends, by the log's states, and not of claims", async () => {
    await post(1);
    await claim();
    const { position } = await read();
    await settle(1, "queued");
    await fixture.db.updateTable("delivery").set({ next_attempt_at: NOW }).execute();
    await claim();
    await settle(1, "succeeded");

    expect(told(await read(position))).toEqual([
      "delivery.updated 1 retrying",
      "delivery.updated 1 succeeded",
    ]);
  });

  it("are not made by a worker whose lease is lost", async () => {
    await post(1);
    const { position } = await read();

    await settle(1, "succeeded", "another");

    expect(told(await read(position))).toEqual([]);
  });

  it("tell what a person withdraws, gives back and fires again", async () => {
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

    expect(told(await read(position)).filter((one) => one.startsWith("delivery"))).toEqual([
      "delivery.updated 1 canceled",
      "delivery.updated 1 queued",
      "delivery.updated 1 canceled",
      expect.stringMatching(/^delivery.updated [23] queued$/),
    ]);
  });

  it("tell what a dead worker leaves, and what nobody takes any more", async () => {
    await post(1);
    await claim();
    const { position } = await read();
    await recoverLeases(fixture.db, {
      now: NOW + 70_000,
      is_start: true,
      limit: 10,
      quarantine_delays_ms: [],
    });
    await fixture.db.updateTable("webhook").set({ enabled: 0 }).execute();
    await fixture.db.updateTable("delivery").set({ next_attempt_at: NOW }).execute();
    await claim();

    expect(told(await read(position))).toEqual([
      "delivery.updated 1 queued",
      "delivery.updated 1 canceled",
    ]);
  });

  it("are one row for a batch of a form, and name the last of it as the place to go on", async () => {
    for (let n = 1; n <= 3; n += 1) await post(n);
    const { position } = await read();
    await fixture.db.updateTable("webhook").set({ enabled: 0 }).execute();

    await claim();

    const page = await read(position);
    const rows = await fixture.db.selectFrom("event").select("id").execute();
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
    const [, , last] = await fixture.db.selectFrom("event").select("id").orderBy("id").execute();
    await fixture.db
      .updateTable("event")
      .set({ created_at: NOW - DAY_MS - 1 })
      .where("id", "<", last?.id ?? 0)
      .execute();
    return positions;
  }

  it("are those of a certain age, the oldest first, so many at once", async () => {
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

  it("are missed by who stands before them, and by nobody else", async () => {
    const positions = await change();
    await pruneEvents(fixture.db, { now: NOW, limit: 5 });

    const pages = [];
    for (const after of positions) {
      pages.push((await readEvents(fixture.db, { ...everything, after })).kind);
    }

    expect(pages).toEqual(["gap", "gap", "page", "page"]);
  });

  it("leave numbers that are never given again", async () => {
    const positions = await change();
    const last = positions.at(-1) ?? begin;
    await pruneEvents(fixture.db, { now: Number.MAX_SAFE_INTEGER, limit: 10 });

    await mark(1, { read: false });

    expect(told(await read(last))).toEqual(["submission.updated 1"]);
  });
});

describe("positions that are none of this database's", () => {
  const ALIEN: readonly { readonly what: string; readonly over: Partial<EventPosition> }[] = [
    { what: "submission", over: { submission: 100 } },
    { what: "transaction", over: { transaction_id: 1_000_000_000 } },
    ...(isOnPostgres ? [] : [{ what: "note", over: { event: 100 } }]),
  ];
  it.each(ALIEN)("are a gap for a $what that was never given", async ({ over }) => {
    const page = await readEvents(fixture.db, { ...everything, after: { ...begin, ...over } });

    expect(page.kind).toBe("gap");
  });

  it("are not those of a submission that was deleted meanwhile", async () => {
    const id = await post(1);
    const { position } = await read();
    await deleteSubmission(fixture.db, { id, account_id: 1, now: NOW });

    expect(told(await read(position))).toEqual(["submission.deleted 1"]);
  });
});

// What PostgreSQL does is asked by postgres/plans.test.ts.
it.skipIf(isOnPostgres).each([
  ["created", createdSubmissionsQuery],
  ["noted", recordedEventsQuery],
])("walks what was %s by its key", (_, query) => {
  const { sql: text, parameters } = query(fixture.db, begin).compile();

  const steps = fixture.sqlite
    .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
    .all(...parameters);

  expect(steps.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH \w+ USING INTEGER PRIMARY KEY \(rowid>\?\)$/),
  ]);
});
