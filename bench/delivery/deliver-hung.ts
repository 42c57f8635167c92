// The p99 from post to receipt of one webhook while 200 others hang, compared with the same server without them.
import { latencies, p99Of, postAll, type Receiver, withReceiver } from "./deliveries.ts";
import { compare, type Measured, type Row } from "../rounds.ts";
import { type BenchServer, startServer } from "../server.ts";

const HANGING = 200;
const POSTS_PER_HANGING = 4;
/** Long enough for the first attempts to time out, after 15 s, and for their circuit to open. */
const POSTS = 200;
const PAUSE_MS = 100;
/** No healthy delivery may take longer, whatever it takes without the hanging ones. */
const MAX_P99_MS = 1_000;

/** Rates are 1,000 / p99, so the ratio is the p99 without the hanging ones divided by the p99 with them. */
export const deliverHung = async (): Promise<Row> =>
  withReceiver((healthy) =>
    // Another origin, since webhooks of one origin share their circuit.
    withReceiver(async (hanging) => {
      healthy.process.send("each");
      return await compare({
        name: "deliver-hung",
        required: 0.5,
        aim: 0.83,
        ours: () => measure(healthy, hanging, HANGING),
        baseline: () => measure(healthy, hanging, 0),
      });
    }),
  );

async function measure(
  healthy: Receiver,
  hanging: Receiver,
  hangingCount: number,
): Promise<Measured> {
  await using server = await startServer();
  const form = await server.makeForm(healthy.url(healthy.newPath()));
  await addHanging(server, hanging, hangingCount);
  const p99 = p99Of(await latencies(form, healthy, { count: POSTS, pauseMs: PAUSE_MS }));
  return {
    perSecond: p99 > MAX_P99_MS ? 0 : 1_000 / p99,
    note: `p99 ${p99.toFixed(0)} ms, at most ${MAX_P99_MS}`,
  };
}

async function addHanging(server: BenchServer, receiver: Receiver, count: number): Promise<void> {
  if (count === 0) return;
  const urls = Array.from({ length: count }, (_, n) => receiver.url(`/hang/${n}`));
  const forms = await Promise.all(urls.map((url) => server.makeForm(url)));
  await postAll(forms, POSTS_PER_HANGING * count);
}
