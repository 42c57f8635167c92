// Processor time of the server for a submission from its post to its receipt, compared with that of an undici loop
// that posts the same bytes, and the latency of single deliveries.
import { once } from "node:events";
import { compare, limited, type Measured, median, type Row, ROUNDS } from "../rounds.ts";
import { type BenchServer, startServer } from "../server.ts";
import { DELIVERIES, postAll, type Receiver, sendBare, withReceiver } from "./deliveries.ts";

const LATENCIES = 200;
const MAX_P99_MS = 30;
const AIM_P99_MS = 15;

export async function deliver(): Promise<readonly Row[]> {
  return [await withServer(cpuRow), await withServer(latencyRow)];
}

/** Rates are submissions per second of processor time, so the ratio is the time of the loop divided by ours. */
async function cpuRow(server: BenchServer, receiver: Receiver): Promise<Row> {
  const measured = (seconds: number): Measured => ({
    perSecond: DELIVERIES / seconds,
    note: `${Math.round((seconds * 1e6) / DELIVERIES)} µs`,
  });
  return compare({
    name: "deliver, per second of CPU",
    required: 1 / 5,
    aim: 1 / 3.5,
    ours: async () => {
      const path = receiver.newPath();
      const form = await server.makeForm(receiver.url(path));
      const before = await server.cpuSeconds();
      await postAll([form], DELIVERIES);
      await receiver.untilArrived([path], DELIVERIES);
      return measured((await server.cpuSeconds()) - before);
    },
    baseline: async () => {
      const before = process.cpuUsage();
      await sendBare(receiver.url(receiver.newPath()), DELIVERIES);
      const { user, system } = process.cpuUsage(before);
      return measured((user + system) / 1e6);
    },
  });
}

/** The latency from the post to the receipt, with one delivery at a time. */
async function latencyRow(server: BenchServer, receiver: Receiver): Promise<Row> {
  const form = await server.makeForm(receiver.url(receiver.newPath()));
  receiver.process.send("each");
  await oneByOne(form, receiver);
  const p50s: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = (await oneByOne(form, receiver)).toSorted((a, b) => a - b);
    p50s.push(median(times));
    p99s.push(times[Math.floor(times.length * 0.99)] ?? Number.NaN);
  }
  return limited({
    name: "deliver, idle p99, ms",
    value: median(p99s),
    max: MAX_P99_MS,
    aim: AIM_P99_MS,
    note: `p50 ${median(p50s).toFixed(1)} ms`,
  });
}

const withServer = (run: (server: BenchServer, receiver: Receiver) => Promise<Row>) =>
  withReceiver(async (receiver) => {
    await using server = await startServer();
    return await run(server, receiver);
  });

async function oneByOne(form: string, { process }: Receiver): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < LATENCIES; n += 1) {
    const start = performance.now();
    const arrived = once(process, "message");
    await postAll([form], 1);
    await arrived;
    times.push(performance.now() - start);
  }
  return times;
}
