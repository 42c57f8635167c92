// Batching of posts that arrive while others are being written.
import pg from "pg";
import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { DUPLICATE_WINDOW_MS } from "../../domain/submission/duplicate.ts";
import { ACCEPT_STATEMENTS } from "./accept-statement.ts";
import { connectionSettings, openIntakePool, openPostgres, type OpenPostgres } from "./database.ts";
import { createIntake, type Intake } from "./intake.ts";

let opened: OpenPostgres;
let holder: pg.Client;
let intake: Intake;
let batches: number[];
const fixture = useFixture();
beforeEach(async () => {
  opened = await openPostgres(fixture.postgresUrl, () => undefined);
  holder = new pg.Client(connectionSettings(fixture.postgresUrl));
  await holder.connect();
  batches = [];
  intake = createIntake(opened.pool, (posts) => batches.push(posts));
  await intake.accept(newSubmission(0));
  batches = [];
});
afterEach(async () => {
  await holder.end();
  await opened.db.destroy();
});

let posted = 0;
const post = (times: number) =>
  Array.from({ length: times }, () => intake.accept(newSubmission((posted += 1))));
/** Resolves when the posted content has been checked for duplicates. */
const turn = () => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));

describe("posts that arrive while a batch is being written", () => {
  it("are written in parallel once they are as many as the first batch", async () => {
    await holder.query("begin");
    await holder.query("select from form where id = 1 for update");
    const first = post(5);
    await turn();

    const some = post(3);
    await turn();
    const others = post(2);
    await turn();
    const late = post(1);
    await holder.query("commit");
    const accepted = await Promise.all([...first, ...some, ...others, ...late]);

    expect(batches.toSorted((a, b) => a - b)).toEqual([1, 5, 5]);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(11);
  });

  it("are written when the first batch ends, however few they are", async () => {
    await Promise.all([...post(5), turn().then(() => Promise.all(post(1)))]);

    expect(batches.toSorted((a, b) => a - b)).toEqual([1, 5]);
  });
});

describe("the same content in another process", () => {
  const SPAN_MS = 2 ** 21;
  const BOUNDARY = 1_000 * SPAN_MS;
  const WINDOW = newSubmission(0).duplicate_window_ms;

  it.each([
    ["shortly after the first post", BOUNDARY + 500_000, BOUNDARY + 500_001, true],
    ["in the next time span", BOUNDARY - 1, BOUNDARY + 1, true],
    ["just within the window", BOUNDARY - 5_000, BOUNDARY - 5_001 + WINDOW, true],
    ["just outside the window", BOUNDARY - 5_000, BOUNDARY - 5_000 + WINDOW, false],
    ["when the first clock is ahead, in the next time span", BOUNDARY + 20_000, BOUNDARY - 1, true],
  ])("is a duplicate or not: %s", async (_, before, now, isDuplicate) => {
    const other = createIntake(opened.pool);
    await other.accept(newSubmission(7, { now: before }));

    expect(await intake.accept(newSubmission(7, { now }))).toMatchObject({ spam: isDuplicate });
  });

  it("is found within a window that covers two spans", () => {
    expect(DUPLICATE_WINDOW_MS + 60_000).toBeLessThan(SPAN_MS);
  });
});

const openPool = () => openIntakePool(fixture.postgresUrl, () => undefined);

it("runs no statement on a new connection until its setup has finished", async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on("warning", warned);
  const pool = openPool();

  const { rows } = await pool.query<{ enable_seqscan: string }>("show enable_seqscan");
  await pool.end();
  await turn();
  process.off("warning", warned);

  expect(rows).toEqual([{ enable_seqscan: "off" }]);
  expect(warnings).toEqual([]);
});

it("plans for a large table while it is a small one", async () => {
  await holder.query("vacuum analyze");
  const pool = openPool();
  const client = await pool.connect();

  await client.query("set plan_cache_mode = force_generic_plan");
  await client.query(`prepare accept_posts as ${ACCEPT_STATEMENTS[0]}`);
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    "explain execute accept_posts (null, null, null)",
  );
  client.release();
  await pool.end();

  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("using submission_content");
  expect(plan).not.toContain("Seq Scan");
});

it("goes on when the database was put back from a copy, which numbers its types anew", async () => {
  const { rows } = await holder.query<{ type: string }>(
    `select string_agg(attname || ' ' || format_type(atttypid, null), ', ' order by attnum) as type
      from pg_attribute where attrelid = 'posted_submission'::regclass`,
  );
  await holder.query("drop type posted_submission");
  await holder.query(`create type posted_submission as (${rows[0]?.type})`);
  await holder.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);

  await vi.waitFor(async () => {
    expect(await intake.accept(newSubmission(99))).toMatchObject({ spam: false });
  });
});
