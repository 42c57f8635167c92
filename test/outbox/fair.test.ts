// One receiver hangs with many deliveries due: deliveries to the other receivers are not delayed.
// `npm run bench -- deliver-hung` and `deliver-many` measure by how much.
import type { ServerResponse } from "node:http";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { type Form, openReceiver, openScene, type Receiver, type Scene, until } from "./scene.ts";
import { insertOverdueDeliveries } from "../../packages/server/test/overdue-deliveries.ts";

/** An attempt at the hanging receiver times out after 15 s, so a delivery that waits for it exceeds this. */
const PATIENCE_MS = 10_000;

const opened: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  // Receivers first: a server waits for its attempts in flight.
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** Receivers of `healthy` webhooks that answer immediately, and record when each post arrived. */
interface Stage {
  readonly scene: Scene;
  readonly forms: readonly Form[];
  readonly arrivedAt: ReadonlyMap<number, number>;
}

let posted = 0;

async function openStage(healthy: number): Promise<Stage> {
  const arrivedAt = new Map<number, number>();
  const scene = await openScene(1);
  opened.push(scene);
  const receiver = await openReceiver(({ n }, answer) => {
    arrivedAt.set(Number(n), performance.now());
    answer.end("ok");
  });
  opened.push(receiver);
  const forms: Form[] = [];
  for (let n = 0; n < healthy; n += 1) forms.push(await scene.makeForm(`${n}`, receiver.url));
  return { scene, forms, arrivedAt };
}

/** A webhook whose receiver accepts requests and never answers, with due deliveries. */
async function addHanging(
  { scene }: Stage,
  rows: number,
): Promise<{ readonly held: Set<unknown> }> {
  const held = new Set<ServerResponse>();
  const hanging: Receiver = await openReceiver((_, answer) => {
    held.add(answer);
    answer.on("close", () => held.delete(answer));
  });
  opened.push(hanging);
  const form = await scene.makeForm("Hangs", hanging.url);
  await scene.post(form, (posted += 1));
  await insertOverdueDeliveries(scene.db, { form_id: form.id, rows });
  // The first request is the post; from the second on, the due deliveries are in flight.
  await until(() => held.size > 1, { patienceMs: PATIENCE_MS, what: () => `${held.size} hang` });
  return { held };
}

/** Posts to the healthy webhooks in turn, at an even pace; returns milliseconds from each post to its receipt. */
async function receipts(
  { scene, forms, arrivedAt }: Stage,
  { count, everyMs }: { readonly count: number; readonly everyMs: number },
): Promise<readonly number[]> {
  const sentAt = new Map<number, number>();
  const posts: Promise<void>[] = [];
  const start = performance.now();
  for (let k = 0; k < count; k += 1) {
    const wait = start + k * everyMs - performance.now();
    if (wait > 0) await new Promise((resolve) => void setTimeout(resolve, wait));
    const form = forms[k % forms.length];
    if (form === undefined) continue;
    const n = (posted += 1);
    sentAt.set(n, performance.now());
    posts.push(scene.post(form, n));
  }
  await Promise.all(posts);
  const missing = () => [...sentAt.keys()].filter((n) => !arrivedAt.has(n));
  await until(() => missing().length === 0, {
    patienceMs: PATIENCE_MS,
    what: () => `${missing().length} of ${count} have not arrived`,
  });
  return [...sentAt].map(([n, sent]) => (arrivedAt.get(n) ?? Infinity) - sent);
}

it("a receiver that hangs with thousands of due deliveries does not delay others", async () => {
  const stage = await openStage(10);
  const { held } = await addHanging(stage, 2_000);
  const atStart = [...held];

  await receipts(stage, { count: 100, everyMs: 0 });

  expect(atStart.every((one) => held.has(one))).toBe(true);
});

// The same code on both databases.
it.skipIf(isOnPostgres)(
  "eighty webhooks that hang do not delay another",
  async () => {
    const stage = await openStage(1);
    let hanging = 0;
    const receiver = await openReceiver(() => void (hanging += 1));
    opened.push(receiver);
    const forms = await Promise.all(
      Array.from({ length: 80 }, (_, n) => stage.scene.makeForm(`${n}`, receiver.url)),
    );
    const posts = [...forms, ...forms, ...forms, ...forms];
    await Promise.all(posts.map((form) => stage.scene.post(form, (posted += 1))));
    // Two of each webhook; once, 128 were all open attempts that a process had.
    await until(() => hanging >= 140, { patienceMs: PATIENCE_MS, what: () => `${hanging} hang` });

    const waits = await receipts(stage, { count: 50, everyMs: 10 });

    // An attempt that hangs ends after 30 s.
    expect(Math.max(...waits)).toBeLessThan(10_000);
  },
  90_000,
);
