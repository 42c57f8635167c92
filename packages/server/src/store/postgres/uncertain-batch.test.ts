// A connection to PostgreSQL that breaks while a batch of posts is written: each post is stored once.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { countLockWaits } from "../../../test/roll-back.ts";
import { pruneBatches } from "./batch-outcome.ts";
import { openIntakePool } from "./database.ts";
import { createIntake, type Intake } from "./intake.ts";
import { listenOnLoopback } from "../../../../../test/harness/loopback.ts";
import { useEach } from "../../../../../test/harness/use.ts";

/** What the proxy does once with a statement, or with its answer. */
type Fault =
  "lose answer" | "garble answer" | "lose statement" | "cut while running" | "delay statement";

/** Of a message that executes the prepared statement. */
const ACCEPT_MESSAGE = "\0accept-0\0";
/** A message of a type that PostgreSQL does not have. */
const GARBAGE = Buffer.from("?\0\0\0\u0004", "latin1");

let database: URL;
const proxy = useEach(() => listenOnLoopback(createServer(relay)));
let pool: pg.Pool;
let intake: Intake;
let next: { readonly fault: Fault; readonly at: string } | undefined;
/** Breaks the connection whose statement runs. */
let cut: () => void;
/** Sends the statement that was delayed, and returns the answer. */
let sendDelayed: () => Promise<string>;
const sockets = new Set<Socket>();

const fixture = useFixture();
beforeEach(async () => {
  await addWebhook(fixture);
  database = new URL(fixture.postgresUrl);
  next = undefined;
  const url = Object.assign(new URL(database), { host: proxy.host });
  pool = openIntakePool(url.href, () => undefined);
  intake = createIntake(pool);
  await intake.accept(newSubmission(0));
});
afterEach(async () => {
  await intake.idle();
  await pool.end();
  for (const socket of sockets) socket.destroy();
});

const posts = [newSubmission(1), newSubmission(2), newSubmission(3)];
const acceptAll = () => Promise.allSettled(posts.map((post) => intake.accept(post)));

/** The answers to posts whose rows are those that are stored, in their order. */
async function answersByRows(): Promise<Awaited<ReturnType<typeof acceptAll>>> {
  const [, ...rows] = await fixture.rows("submission", ["id"]); // Without that of beforeEach.
  return rows.map(({ id }) => ({
    status: "fulfilled",
    value: { id, spam: false, hasDue: true, isRepeat: false },
  }));
}

it.each<Fault>(["lose answer", "garble answer", "lose statement"])(
  "stores each post once, and answers with its id: %s",
  async (fault) => {
    next = { fault, at: ACCEPT_MESSAGE };

    const answers = await acceptAll();

    expect(answers).toHaveLength(posts.length);
    expect(answers).toEqual(await answersByRows());
  },
);

it("stores a post with an idempotency key once, and not as a repeat of itself", async () => {
  next = { fault: "lose answer", at: "commit" };

  const answer = await intake.accept(newSubmission(1, { key_hash: "11".repeat(32) }));

  const rows = await fixture.rows("submission", ["id"]);
  expect(rows).toHaveLength(2);
  expect(answer).toMatchObject({ id: rows[1]?.id, isRepeat: false });
});

it("waits for a statement that goes on without its connection", async () => {
  const holder = new pg.Client({ connectionString: database.href });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from form where id = 1 for update");
  next = { fault: "cut while running", at: ACCEPT_MESSAGE };
  const accepting = acceptAll();

  // The batch waits for the form, and then the question for its outcome waits for the batch.
  await vi.waitUntil(async () => (await countLockWaits(fixture.db)) === 1);
  cut();
  await vi.waitUntil(async () => (await countLockWaits(fixture.db)) === 2);
  await holder.query("commit");
  await holder.end();

  const answers = await accepting;

  expect(answers).toHaveLength(posts.length);
  expect(answers).toEqual(await answersByRows());
});

it("stores nothing by a statement that arrives after its batch was written again", async () => {
  next = { fault: "delay statement", at: ACCEPT_MESSAGE };
  const answers = await acceptAll();

  const late = await sendDelayed();

  expect(late).toContain("posted_batch_pkey");
  expect(answers).toHaveLength(posts.length);
  expect(answers).toEqual(await answersByRows());
});

it("forgets old batches alone", async () => {
  await intake.accept(newSubmission(1));
  await sql`update posted_batch set created_at = created_at - 600001 where ids = '{1}'`.execute(
    fixture.db,
  );

  const pruned = await pruneBatches(fixture.db, { limit: 10 });

  const { rows } = await sql<{ n: number }>`select count(*) as n from posted_batch`.execute(
    fixture.db,
  );
  expect([pruned, rows]).toEqual([1, [{ n: 1 }]]);
});

function relay(client: Socket): void {
  const server: Socket = connect(Number(database.port), "127.0.0.1");
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on("error", () => undefined);
  }
  let onAnswer = (bytes: Buffer): void => void client.write(bytes);
  server.on("data", (bytes: Buffer) => onAnswer(bytes));
  server.on("close", () => client.destroy());
  client.on("data", (bytes: Buffer) => {
    if (next === undefined || !bytes.includes(next.at)) return void server.write(bytes);
    const { fault } = next;
    next = undefined;
    if (fault === "lose answer") onAnswer = () => void client.destroy();
    if (fault === "garble answer") onAnswer = () => void client.write(GARBAGE);
    if (fault === "delay statement") {
      sendDelayed = async () => {
        server.write(bytes);
        const [answer] = (await once(server, "data")) as [Buffer];
        return answer.toString("latin1");
      };
    } else if (fault !== "lose statement") server.write(bytes);
    if (fault === "cut while running") cut = () => void client.destroy();
    else if (fault !== "lose answer" && fault !== "garble answer") client.destroy();
  });
}
