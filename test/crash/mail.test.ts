// SIGKILL of the server and of its relay in turn: every post that was answered is mailed to each recipient, and a
// mail that arrives again is the same one. MAIL_KILLS sets the number of kills; `npm run long:mail` uses 200.
import { allFinished } from "./delivery-log.ts";
import { openMailCrash, RELAY_POINTS, SERVER_POINTS } from "./mail-crash.ts";
import { postUntil } from "./posts.ts";
import { api } from "../harness/server-program.ts";
import { isDead } from "./server-process.ts";

const KILLS = Number(process.env["MAIL_KILLS"] ?? 4);
const KILL_MS = 30_000;
/** A point is passed this often at most before the kill, so that a round stays short. */
const MAX_NTH = 20;
/** One is in the header To, one in none. */
const RECIPIENTS = ["ada@example.org", "grace@example.org"] as const;
/** More posts than this do not wait for the relay, so that the backlog of a round stays small. */
const MAX_AHEAD = 50;
/** Connections to the relay. Each may have a message that is sent again after a kill. */
const CONCURRENCY = 5;

const crash = openMailCrash({
  INTRAY_MAIL_CONCURRENCY: `${CONCURRENCY}`,
  INTRAY_MAIL_CONFIRM: "false",
});

it(
  `mails all that was answered through ${KILLS} kills of server and relay in turn`,
  async () => {
    const { relay } = crash;
    const answered: { id: number; n: string }[] = [];
    let posts = 0;
    let form: { id: number; uuid: string } | undefined;

    for (let kills = 0; kills < KILLS; kills += 1) {
      const { child, url, dieAt } = await crash.serve();
      form ??= await makeForm(url);
      const turn = Math.floor(kills / 2);
      const nth = 1 + (Math.floor(turn / SERVER_POINTS.length) % MAX_NTH);
      if (kills % 2 === 1) relay.dieAt(at(RELAY_POINTS, turn), nth);
      else {
        const point = at(SERVER_POINTS, turn);
        if (point !== "after the relay has the message") dieAt(point, nth);
        else relay.holdAt(nth, () => child.kill("SIGKILL"));
      }
      await postUntil(() => isDead(child) || relay.isDead(), {
        addresses: () => [url],
        form: form.uuid,
        next: () => `${(posts += 1)}`,
        onAnswer: (id, n) => answered.push({ id, n }),
        mayPost: () => answered.length < relay.count() / RECIPIENTS.length + MAX_AHEAD,
        giveUpMs: KILL_MS,
      });
      if (relay.isDead()) await relay.revive();
    }

    const { url } = await crash.serve();
    const finished = await allFinished(url, "deliveries", form?.id ?? 0);
    expect(answered.length).toBeGreaterThan(0);
    const succeeded = Map.groupBy(
      finished.filter(({ state }) => state === "succeeded"),
      (entry) => entry.submission_id,
    );
    expect(answered.filter(({ id }) => succeeded.get(id)?.length !== RECIPIENTS.length)).toEqual(
      [],
    );
    const received = relay.received();
    const mails = Map.groupBy(received, ({ to, n }) => `${to} ${n}`);
    const missing = answered.filter(({ n }) =>
      RECIPIENTS.some((recipient) => !mails.has(`${recipient} ${n}`)),
    );
    expect(missing).toEqual([]);
    // A repeat is the same message, and each message has an id of its own.
    expect(new Set(received.map(({ to, n, hash }) => `${to} ${n} ${hash}`)).size).toBe(mails.size);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(mails.size);
    const repeats = received.length - mails.size;
    // The points after the relay has recorded a message always lead to a repeat.
    expect(repeats).toBeGreaterThan(0);
    expect(repeats).toBeLessThanOrEqual(KILLS * CONCURRENCY);
    console.log(`${answered.length} posts, ${received.length} mails, ${repeats} repeated`);
  },
  KILLS * KILL_MS + 90_000,
);

const makeForm = (url: string): Promise<{ id: number; uuid: string }> =>
  api(url, "POST", "/forms", {
    name: "Crash",
    notification_emails: RECIPIENTS[0],
    notification_bcc_emails: RECIPIENTS[1],
  });

const at = <Point>(points: readonly [Point, ...Point[]], turn: number): Point =>
  points[turn % points.length] ?? points[0];
