// A process whose listening connection is lost is alive: nobody else takes its deliveries.
// `npm run long:listeners` runs it; the short form is store/postgres/lost-listener.test.ts.
import { sql } from "kysely";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { OWNER_LOCKS } from "../../packages/server/src/store/postgres/presence.ts";
import { useEach } from "../harness/use.ts";
import { openReceiver, openScene, until } from "./scene.ts";

const POSTS = 40;
/** Two deliveries of each form are in flight at first, so some are in flight at every sweep. */
const FORMS = 5;
const KILLS = 24;
const KILL_EVERY_MS = 833;
/** Below the deadline of an attempt. */
const RECEIVER_TAKES_MS = 11_000;

const received = new Map<string, number>();
const receiver = useEach(() =>
  openReceiver(({ webhookId }, answer) => {
    received.set(webhookId, (received.get(webhookId) ?? 0) + 1);
    setTimeout(() => answer.end("ok"), RECEIVER_TAKES_MS);
  }),
);
const scene = useEach(() => openScene(2));

it.skipIf(!isOnPostgres || process.env["LOST_LISTENERS"] === undefined)(
  `sends ${POSTS} deliveries once while listeners are ended ${KILLS} times`,
  async () => {
    const forms = [];
    for (let n = 0; n < FORMS; n += 1) forms.push(await scene.makeForm(`${n}`, receiver.url));
    for (let n = 0; n < POSTS; n += 1) {
      const form = forms[n % FORMS];
      if (form !== undefined) await scene.post(form, n);
    }

    for (let n = 0; n < KILLS; n += 1) {
      await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and classid = ${OWNER_LOCKS} and granted`.execute(scene.db);
      await new Promise((resolve) => void setTimeout(resolve, KILL_EVERY_MS));
    }
    await until(async () => (await scene.open()) === 0, {
      patienceMs: 120_000,
      what: () => `${received.size} of ${POSTS} arrived`,
    });

    const outcomes = await scene.db
      .selectFrom("attempt")
      .select((count) => ["outcome", count.fn.countAll<number>().as("n")])
      .groupBy("outcome")
      .execute();
    expect([...received.values()].filter((times) => times > 1)).toHaveLength(0);
    expect(outcomes).toEqual([{ outcome: "succeeded", n: POSTS }]);
  },
  240_000,
);
