// Without a crash each submission reaches its receiver exactly once, whichever processes accepted and sent it.
// TWICE_POSTS sets the number of posts; `npm run long:twice` uses 20,000.
import { useEach } from "../harness/use.ts";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { openReceiver, openScene } from "./scene.ts";

const POSTS = Number(process.env["TWICE_POSTS"] ?? 500);
const PROCESSES = isOnPostgres ? 2 : 1;
const FORMS = 5;
const POSTING_AT_ONCE = 32;
/** Far more than a working server needs. */
const PATIENCE_MS = 20_000 + POSTS * 10;

/** Number of requests by webhook-id. */
const received = new Map<string, number>();
const receiver = useEach(() =>
  openReceiver(({ webhookId }, answer) => {
    received.set(webhookId, (received.get(webhookId) ?? 0) + 1);
    answer.end("ok");
  }),
);
const scene = useEach(() => openScene(PROCESSES));

it(
  `delivers ${POSTS} submissions exactly once from ${PROCESSES === 1 ? "one process" : "two processes"}`,
  async () => {
    const forms = [];
    for (let n = 0; n < FORMS; n += 1) forms.push(await scene.makeForm(`${n}`, receiver.url));

    const start = performance.now();
    await postAll(forms);
    const poll = { timeout: PATIENCE_MS, interval: 5 };
    await expect.poll(() => received.size, poll).toBeGreaterThanOrEqual(POSTS);
    await expect.poll(() => scene.open(), poll).toBe(0);
    const took = (performance.now() - start) / 1_000;
    if (POSTS > 500) console.log(`${POSTS} in ${took.toFixed(1)} s: ${Math.round(POSTS / took)}/s`);

    const rows = await scene.db
      .selectFrom("delivery")
      .leftJoin("attempt", "attempt.delivery_id", "delivery.id")
      .select((count) => [
        "state",
        "claims",
        "attempts_made",
        "outcome",
        count.fn.countAll<number>().as("n"),
      ])
      .groupBy(["state", "claims", "attempts_made", "outcome"])
      .execute();
    expect(received.size).toBe(POSTS);
    expect([...received].filter(([, times]) => times !== 1)).toEqual([]);
    expect(rows).toEqual([
      { state: "succeeded", claims: 1, attempts_made: 1, outcome: "succeeded", n: POSTS },
    ]);
  },
  2 * PATIENCE_MS,
);

async function postAll(forms: readonly { readonly id: number; readonly uuid: string }[]) {
  let next = 0;
  const post = async () => {
    while (next < POSTS) {
      const n = next;
      next += 1;
      // Each form gets posts through each process.
      const form = forms[Math.floor(n / PROCESSES) % FORMS];
      if (form !== undefined) await scene.post(form, n);
    }
  };
  await Promise.all(Array.from({ length: POSTING_AT_ONCE }, post));
}
