// Receivers that accept no connections.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { SHORT_MS, LONG_MS, TIMEOUT, useScriptedReceivers } from "../../test/scripted-receivers.ts";

const { dialed, open } = useScriptedReceivers();

describe("a receiver that does not accept connections", () => {
  /** Listens with a backlog of one, then blocks its event loop until it is woken. */
  const BLOCKED_RECEIVER = `
    import { createServer } from "node:net";
    import { parentPort, workerData } from "node:worker_threads";
    const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      setImmediate(() => {
        Atomics.wait(workerData, 0, 0);
        process.exit();
      });
    });
  `;
  const wakeUp = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker;
  let url: string;

  beforeEach(async () => {
    Atomics.store(wakeUp, 0, 0);
    worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(BLOCKED_RECEIVER)}`), {
      workerData: wakeUp,
    });
    const [port] = (await once(worker, "message")) as [number];
    url = `http://127.0.0.1:${port}/`;
  });
  afterEach(async () => {
    Atomics.store(wakeUp, 0, 1);
    Atomics.notify(wakeUp, 0);
    await worker.terminate();
  });

  it("fails at the deadline, both in the accept queue and before it", async () => {
    const egress = open({ deadlineMs: SHORT_MS });

    const results = await Promise.all(Array.from({ length: 6 }, () => egress.post(url)));

    expect(results).toMatchObject(results.map(() => TIMEOUT));
    for (const { durationMs } of results) expect(durationMs).toBeLessThan(SHORT_MS + 2_000);
    // The system completed some connections; the others were never established.
    expect(dialed.length).toBeGreaterThan(0);
    expect(dialed.length).toBeLessThan(6);
  });

  it("fails at the connect timeout, which is shorter than the deadline", async () => {
    const fillingQueue = open({ deadlineMs: SHORT_MS });
    await Promise.all(Array.from({ length: 6 }, () => fillingQueue.post(url)));
    const egress = open({ connectTimeoutMs: 100 });

    const result = await egress.post(url);

    expect(result).toMatchObject({ ...TIMEOUT, remoteIp: null });
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
  });
});
