// Thousands of connections that send slowly, read nothing, flood headers and guess keys: the rest goes on.
import type { Attacker } from "./attackers.ts";
import { connectTo, memoryOf, pause, postHead, summaryOf, timePosts } from "./attackers.ts";
import { startServerProgram, KEY } from "../harness/server-program.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { postTo } from "../harness/api.ts";

/** Mostly garbage: the pages of 2 to 4 MB that the server made for responses that nobody read. */
const MAX_MEMORY_MIB = 640;
/** Connections of each kind; `LOAD=full` makes 2,000 in all. */
const isFull = process.env["LOAD"] === "full";
const EACH = isFull ? 400 : 40;
const HOLD_MS = isFull ? 20_000 : 2_000;
/** The short form looks at what is answered, since other tests run beside it. */
const MAX_P99_MS = isFull ? 2_000 : 60_000;

const folder = useEach(openFolder);
const server = useEach(() =>
  startServerProgram({
    INTRAY_DATA_DIR: folder.path,
    INTRAY_RATE_LIMIT: "off",
    INTRAY_KEY_RATE_LIMIT: "off",
  }),
);

const get = (path: string, key = KEY) =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** The heads of connections that do not read what they are sent, or never finish what they send. */
const KINDS: Readonly<Record<string, (n: number) => string>> = {
  "a head that never ends": () => "GET / HTTP/1.1\r\nHost: x\r\n",
  "a post that never ends": () => `${postHead(1_000)}a=`,
  "headers of 20 KB": () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  "lists, exports and files that are not read": (n) =>
    [
      get("/submissions?per_page=100"),
      get(`/submissions?per_page=100&created_after=2020-01-01T00:00:00.${n}Z`),
      get("/forms/1/submissions"),
      get("/attachments/1"),
      get("/events"),
    ][n % 5] ?? "",
  "guessed keys": () => get("/me", "guess").repeat(20),
};

it.skipIf(process.platform !== "linux")(
  `serves others while ${EACH * Object.keys(KINDS).length} connections are abused`,
  async () => {
    const url = await server.url();
    const port = Number(new URL(url).port);
    await fill(url);
    const before = await timePosts(port, { until: pause(1_000), atLeast: 50 });
    const memoryBefore = memoryOf(server.pid).now;

    const attackers: Attacker[] = [];
    const attack = async () => {
      for (let n = 0; n < EACH; n++) {
        const opened = Object.values(KINDS).map(async (head) => {
          const attacker = await connectTo(port, head(n));
          attacker.socket.pause();
          return attacker;
        });
        attackers.push(...(await Promise.all(opened)));
      }
      await pause(HOLD_MS);
    };
    const during = await timePosts(port, { until: attack(), atLeast: 50 });
    const memory = memoryOf(server.pid);
    for (const { socket } of attackers) socket.destroy();
    const after = await timePosts(port, { until: pause(1_000), atLeast: 50 });
    const listed = await fetch(`${url}/api/v1/submissions?per_page=1`, {
      headers: { authorization: `Bearer ${KEY}` },
    });

    console.log(
      `Before: ${summaryOf(before)}, ${memoryBefore} MiB. During: ${summaryOf(during)}, ${memory.peak} MiB. After: ${summaryOf(after)}.`,
    );
    expect([during.failed, after.failed, listed.status]).toEqual([0, 0, 200]);
    expect(during.p99Ms).toBeLessThan(MAX_P99_MS);
    expect(after.p99Ms).toBeLessThan(MAX_P99_MS);
    expect(memory.peak).toBeLessThan(MAX_MEMORY_MIB);
  },
);

/** Submissions of 20 KB, and one file of 20 MB. */
async function fill(url: string): Promise<void> {
  for (let n = 0; n < 200; n++) await postTo(url, 1, { n: `${n}`, text: "x".repeat(20_000) });
  await postTo(url, 1, { file: new File([new Uint8Array(20_000_000)], "large.bin") });
}
