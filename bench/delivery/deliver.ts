// Processor time of the server for a submission from its post to its receipt, compared with that of an undici loop
// that posts the same bytes, and the latency of single deliveries.
import { compare, limited, type Measured, median, type Row, ROUNDS } from "../rounds.ts";
import { type BenchServer, startServer } from "../server.ts";
import {
  DELIVERIES,
  latencies,
  p99Of,
  postAll,
  type Receiver,
  sendBare,
  withReceiver,
} from "./deliveries.ts";

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
  const measure = () => latencies(form, receiver, { count: LATENCIES });
  await measure();
  const p50s: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = await measure();
    p50s.push(median(times));
    p99s.push(p99Of(times));
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
