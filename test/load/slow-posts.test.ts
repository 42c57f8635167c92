// Many senders hold large posts open: memory is bounded, they are disconnected, and other posts go on.
import {
  type Attacker,
  connectTo,
  holdPost,
  memoryOf,
  pause,
  postHead,
  summaryOf,
  timePosts,
} from "./attackers.ts";
import { startServerProgram } from "../harness/server-program.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";

const HELD_BYTES = 2_000_000;
const MAX_MEMORY_MIB = 286;

/** `LOAD=full` uses the default settings, and sends the posts a second time a minute later. */
const SCALE =
  process.env["LOAD"] === "full"
    ? { settings: {}, posts: 400, againAfterMs: 60_000, beforeMs: 15_000, maxSlowdown: 3 }
    : {
        settings: {
          INTRAY_BODY_MEMORY: "16000000",
          INTRAY_BODY_SECONDS: "2",
          INTRAY_MIN_BODY_RATE: "100",
        },
        posts: 100,
        againAfterMs: 0,
        beforeMs: 1_000,
        maxSlowdown: Infinity,
      };

const folder = useEach(openFolder);
const server = useEach(() =>
  startServerProgram({ INTRAY_DATA_DIR: folder.path, INTRAY_RATE_LIMIT: "off", ...SCALE.settings }),
);

it.skipIf(process.platform !== "linux")(
  "disconnects senders of large posts that never end, and goes on with the others",
  async () => {
    const url = await server.url();
    const port = Number(new URL(url).port);
    await timePosts(port, { until: pause(SCALE.beforeMs), atLeast: 100 });
    const before = await timePosts(port, { until: pause(SCALE.beforeMs), atLeast: 100 });
    const memoryBefore = memoryOf(server.pid).now;

    const attackers: Attacker[] = [await connectTo(port, `${postHead(1_000)}a=`)];
    const hold = async () => {
      const some = Array.from({ length: SCALE.posts }, () => holdPost(port, HELD_BYTES));
      attackers.push(...(await Promise.all(some)));
    };
    const attack = async () => {
      await hold();
      await pause(SCALE.againAfterMs);
      await hold();
      await pause(500);
    };
    const during = await timePosts(port, { until: attack(), atLeast: 100 });
    const memory = memoryOf(server.pid);
    const answers = await Promise.all(attackers.map(({ answer }) => answer));
    const after = await timePosts(port, { until: pause(500), atLeast: 100 });

    console.log(
      `Before: ${summaryOf(before)}, ${memoryBefore} MiB. During: ${summaryOf(during)}, ${memory.peak} MiB. After: ${summaryOf(after)}.`,
    );
    expect(new Set(answers)).toEqual(
      new Set(["HTTP/1.1 408 Request Timeout", "HTTP/1.1 503 Service Unavailable"]),
    );
    expect([during.failed, after.failed]).toEqual([0, 0]);
    expect(memory.peak).toBeLessThan(MAX_MEMORY_MIB);
    expect(during.p99Ms / Math.max(before.p99Ms, 10)).toBeLessThan(SCALE.maxSlowdown);
  },
  400_000,
);
