// Many webhooks hang: deliveries to another one are not delayed. That one webhook with thousands of due deliveries
// leaves places to others is tested by outbox/dispatcher.test.ts; `npm run bench -- deliver-hung` and `deliver-many`
// measure by how much others are delayed.
import { useEach } from "../harness/use.ts";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { openReceiver, openScene } from "./scene.ts";

/** An attempt that hangs ends after 30 s, so a delivery that waits for one exceeds this. */
const POLL = { timeout: 10_000, interval: 5 };
const POSTS = 50;

const scene = useEach(() => openScene(1));
// Receivers close first: a server waits for its attempts in flight.
let hanging = 0;
const hangs = useEach(() => openReceiver(() => void (hanging += 1)));
const arrived = new Set<string | undefined>();
const healthy = useEach(() =>
  openReceiver(({ n }, answer) => {
    arrived.add(n);
    answer.end("ok");
  }),
);

// The same code on both databases.
it.skipIf(isOnPostgres)("eighty webhooks that hang do not delay another", async () => {
  const form = await scene.makeForm("Works", healthy.url);
  const others = await Promise.all(
    Array.from({ length: 80 }, (_, n) => scene.makeForm(`${n}`, hangs.url)),
  );
  const posts = [...others, ...others, ...others, ...others];
  await Promise.all(posts.map((other, n) => scene.post(other, n)));
  // Two of each webhook; once, 128 were all open attempts that a process had.
  await expect.poll(() => hanging, POLL).toBeGreaterThanOrEqual(140);

  for (let n = 0; n < POSTS; n += 1) await scene.post(form, n);
  await expect.poll(() => arrived.size, POLL).toBe(POSTS);
});
