// Several processes on one database.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { addWebhook, FIRST_START, newSubmission, RECIPIENTS } from "../../../test/fixture.ts";
import { claimRequest, lostLeases, NOW } from "../../../test/store/outcomes.ts";
import { claimOf } from "../../../test/store/claims.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";
import { CHANNEL } from "./listener.ts";
import { GRACE_MS } from "./presence.ts";
import { requestKey } from "../../domain/account/idempotency-key.ts";
import { type Store } from "../store.ts";
import { type Log, silentLog } from "../../platform/log.ts";
import { openTestStore } from "../../../test/store/test-store.ts";
import { usePeerStores } from "../../../test/peer-stores.ts";

const { fixture, open } = usePeerStores();

const claim = (store: Store, limit = 100) =>
  store.writes.claimDeliveries(
    claimRequest({
      lease_token: `${store.owner}${randomBytes(8).toString("hex")}`,
      limit,
      freeOfOthers: 100,
      may_start_quarantined: false,
    }),
  );
const recover = async (store: Store) => {
  const { dead } = await store.deadOwners();
  return store.writes.recoverLeases(lostLeases({ isStart: true, deadOwners: dead }));
};

describe("two processes", () => {
  it("start while the other one announces work all the time", async () => {
    const onDue = vi.fn<() => void>();
    const opened = new AbortController();
    const announce = async () => {
      while (!opened.signal.aborted)
        await sql`select pg_notify(${CHANNEL}, 'due')`.execute(fixture.db);
    };

    const announced = announce();
    try {
      await open(onDue);
      // A started process need not have read its first announcement yet.
      await expect.poll(() => onDue.mock.calls.length).toBeGreaterThan(0);
    } finally {
      opened.abort();
      await announced;
    }
  });

  it("tell each other texts, and hear none of their own", async () => {
    const heard: string[][] = [[], []];
    const [one, two] = [await open(), await open()];
    one.hearPeers((text) => heard[0]?.push(text));
    one.hearPeers(() => undefined);
    two.hearPeers((text) => heard[1]?.push(text));

    one.tellPeers("from one");
    await expect.poll(() => heard[1]).toEqual(["from one"]);
    two.tellPeers("it's from two");

    await expect.poll(() => heard[0]).toEqual(["it's from two"]);
  });

  it("share a role with few connections, and say what to raise", async () => {
    const role = `few_${randomBytes(4).toString("hex")}`;
    await sql
      .raw(
        `create role ${role} login connection limit 8;
        grant all on all tables in schema public to ${role};
        grant all on all sequences in schema public to ${role}`,
      )
      .execute(fixture.db);
    const url = new URL(fixture.postgresUrl);
    url.username = role;
    const warned: string[] = [];
    const warn = (_: unknown, line: string) => warned.push(line);
    const log = { ...silentLog, warn } as unknown as Log;

    const start = () => openTestStore({ kind: "postgres", url: url.href }, { log });
    const stores = [await start(), await start()];
    await Promise.all(
      stores.flatMap((store) =>
        Array.from({ length: 30 }, async (_, n) => {
          await store.accept(newSubmission(n + 1));
          await store.reads.hasAccount({});
        }),
      ),
    );
    for (const store of stores) await store.close();
    await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(fixture.db);

    expect(warned.filter((line) => line.includes("permits 8"))).toEqual([
      expect.stringMatching(/\(1\) may open 13, .* connection limit 13\.$/),
      expect.stringMatching(/\(2\) may open 26, .* connection limit 26\.$/),
    ]);
  });

  it("claim each delivery once, whatever they do at the same time", async () => {
    await addWebhook(fixture);
    for (let n = 1; n <= 200; n++) await fixture.accept(newSubmission(n));
    const [even, odd] = [await open(), await open()];

    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => claim(n % 2 === 0 ? even : odd, 10)),
    );

    const ids = claims.flatMap(({ contents }) => contents.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(100);
  });

  it("lease each submission to one consumer, and leave none behind", async () => {
    for (let n = 1; n <= 200; n++) await fixture.accept(newSubmission(n));
    const stores = [await open(), await open()];
    let tokens = 0;
    const lease = (store: Store, limit: number) =>
      store.writes.claimSubmissions(claimOf({ limit, lease_token: `t${(tokens += 1)}` }));

    const leases = await Promise.all(
      Array.from({ length: 10 }, () => stores.map((store) => lease(store, 8))).flat(),
    );
    const [first] = stores;
    if (first === undefined) throw new Error("There is no store.");
    const rest = [await lease(first, 100), await lease(first, 100)];

    const ids = [...leases, ...rest].flatMap(({ submission_ids }) => submission_ids);
    // A claim that runs during another one returns fewer deliveries, or none.
    expect(leases.flatMap(({ submission_ids }) => submission_ids).length).toBeGreaterThan(20);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    const counts = await fixture.rows("submission", ["claim_count"]);
    expect(new Set(counts.map(({ claim_count }) => claim_count))).toEqual(new Set([1]));
  });

  it("run a request once if both receive it with the same idempotency key", async () => {
    const stores = [await open(), await open()];
    const key = { ...requestKey({ scope: "account 1", key: "k", content: "c" }), now: NOW };
    const made = { account_id: 1, name: "Once", now: NOW };
    const post = newSubmission(1, { key_hash: "ab".repeat(32) });

    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        stores.map((store) => store.writes.createProject.once(made, key)),
      ).flat(),
    );
    const accepted = await Promise.all(
      Array.from({ length: 5 }, () => stores.map((store) => store.accept(post))).flat(),
    );

    expect(outcomes.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(new Set(outcomes.map(({ result }) => result.id)).size).toBe(1);
    expect(accepted.filter(({ isRepeat }) => !isRepeat)).toMatchObject([{ spam: false }]);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(1);
    const rows = await fixture.rows("submission", ["spam"]);
    expect(rows).toEqual([{ spam: 0 }]);
  });

  it("take back the leases of dead processes only", async () => {
    await addWebhook(fixture);
    for (let n = 1; n <= 4; n++) await fixture.accept(newSubmission(n));
    const clock = createFakeClock(NOW);
    const [first, second] = [await open(), await open(undefined, clock)];
    await claim(first, 2);
    await claim(second, 2);

    expect(await recover(second)).toBe(0);
    await first.close();

    await vi.waitUntil(async () => (await second.deadOwners()).isSuspecting);
    clock.advance(GRACE_MS);
    expect(await recover(second)).toBe(2);
    expect(await recover(second)).toBe(0);
  });

  it("notify each other of changed forms", async () => {
    const [first, second] = [await open(), await open()];
    expect((await second.findForm("1"))?.name).toBe("Sample form");

    await first.writes.updateForm({
      account_id: 1,
      ref: { id: 1, uuid: undefined },
      settings: { name: "Renamed" },
      recipients: RECIPIENTS,
      now: NOW,
    });

    expect((await first.findForm("1"))?.name).toBe("Renamed");
    await vi.waitUntil(async () => (await second.findForm("1"))?.name === "Renamed");
  });

  it("add up the posts that they rejected, in whatever order they count them", async () => {
    const stores = [await open(), await open()];
    const same = { form_id: 1, hour: 7, count: 2, last_at: NOW, examples: "[]" };
    const reasons = ["origin", "rule", "size"] as const;
    const counted = reasons.map((reason) => ({ ...same, reason }));
    const posts = [counted, counted.toReversed()];

    const writes = stores.flatMap(({ writes: { recordRejectedPosts } }, n) =>
      Array.from({ length: 20 }, () => recordRejectedPosts({ posts: posts[n] ?? [] })),
    );
    await Promise.all(writes);

    const range = { form_id: 1, fromHour: 7, toHour: 7 };
    const rows = await stores[0]?.reads.formRejectedPosts(range);
    expect(rows?.map(({ count }) => count)).toEqual([80, 80, 80]);
  });

  it("wake each other when a delivery is due", async () => {
    await addWebhook(fixture);
    const woken = vi.fn<() => void>();
    const [first] = [await open(), await open(woken)];

    await first.accept(newSubmission(1));

    await expect.poll(() => woken.mock.calls.length).toBeGreaterThan(0);
  });

  it("start together on an empty database", async () => {
    const client = new pg.Client({ connectionString: fixture.postgresUrl });
    await client.connect();
    await client.query("drop schema public cascade; create schema public");
    await client.end();

    const stores = await Promise.all([open(), open(), open()]);

    const first = await Promise.all(stores.map((store) => store.writes.firstStart(FIRST_START)));
    expect(first.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  });
});
