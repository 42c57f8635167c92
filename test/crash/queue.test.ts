import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { processStart } from "../../packages/cli/src/handler/process-group.ts";
import { follow } from "../../packages/cli/test/running-cli.ts";
import type { CrashRun } from "./queue-crash-child.ts";
import { QueueService } from "./queue-service.ts";
import { sourceBundle } from "../harness/bundled.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";

const CHILD = sourceBundle("queue-crash-child");
/** Appends one line to a file, if it gets a submission. */
const HANDLER = `read -r line || exit 1
case "$line" in *'"v":1'*) ;; *) exit 1 ;; esac
echo "$INTRAY_SUBMISSION_ID $INTRAY_REDELIVERED $INTRAY_IDEMPOTENCY_KEY" >> "$(dirname "$0")/done"
`;

/** Reads a whole batch, then names each submission that it has handled. */
const BATCH_HANDLER = `ids=
while read -r line; do
  id=\${line#*:*:*:\\"crash:}; id=\${id%%:*}
  ids="$ids $id"
done
[ -n "$ids" ] || exit 1
for id in $ids; do echo "$id 0 x" >> "$(dirname "$0")/done"; done
printf '%s\\n' $ids
`;

const WAIT = { interval: 5 };

const home = useEach(openFolder);
const service = useEach(() => QueueService.start());
beforeEach(() => writeFileSync(home.at("handle.sh"), HANDLER));

function start(more: Partial<CrashRun>) {
  const run: CrashRun = {
    baseUrl: service.url,
    apiKey: service.key,
    stateHome: home.path,
    handler: "handle.sh",
    concurrency: 1,
    perPage: 100,
    crashAt: 0,
    ...more,
  };
  const child = spawn(process.execPath, [CHILD, JSON.stringify(run)]);
  const output = follow(child);
  const ended = output.end().then((code) => {
    const signal = child.signalCode;
    if (code !== 0 && signal === null) throw new Error(`the run ended ${code}: ${output.stderr}`);
    return {
      code,
      signal,
      /** The crash points it passed; if it was killed, the last one is where. */
      points: output.stdout.split("\n").filter((line) => line !== ""),
    };
  });
  return { child, ended };
}

const run = (more: Partial<CrashRun> = {}) => start(more).ended;

function work(): { id: number; redelivered: boolean; key: string }[] {
  const file = home.at("done");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [id, redelivered, key = ""] = line.split(" ");
      return { id: Number(id), redelivered: redelivered === "1", key };
    });
}

/** Ids of submissions that were handled more than once. */
function repeated(): number[] {
  const ids = work().map(({ id }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}

/** The id at the end of a point's name. */
const idOf = (point: string | undefined) => Number(point?.split(" ").at(-1));

describe("a run that is killed", () => {
  it("passes these points for each submission", async () => {
    service.add(1, 2);

    const { points } = await run();

    const each = [
      "running committed",
      "handler started",
      "process recorded",
      "handler finished",
      "handled committed",
      "PATCH sent",
      "acked committed",
    ];
    expect(points).toEqual([
      "seen committed 1",
      ...each.map((name) => `${name} 1`),
      ...each.map((name) => `${name} 2`),
    ]);
  });

  // 1 point for the list, and 7 for each of 2 submissions
  it.each(Array.from({ length: 15 }, (_, at) => at + 1))(
    "loses nothing at point %i, and repeats only work that was not recorded",
    async (crashAt) => {
      service.add(1, 2);

      const crashed = await run({ crashAt });
      const died = crashed.points.at(-1);
      const second = await run();

      expect(crashed.signal).toBe("SIGKILL");
      expect(crashed.points).toHaveLength(crashAt);
      expect(second.code).toBe(0);
      expect(new Set(work().map(({ id }) => id))).toEqual(new Set([1, 2]));
      expect(service.unread()).toEqual([]);
      expect(repeated()).toEqual(died?.startsWith("handler finished") ? [idOf(died)] : []);
      const patches = service.requests.filter((request) => request.startsWith("PATCH"));
      expect(patches).toHaveLength(died?.startsWith("PATCH sent") ? 3 : 2);
    },
  );

  // seen; for the batch: running, started, recorded, ids read, handled, finished; 2 points for each of 3 marks
  it.each(Array.from({ length: 13 }, (_, at) => at + 1))(
    "loses nothing at point %i of a batch, and repeats only work that was not recorded",
    async (crashAt) => {
      service.add(1, 2, 3);
      writeFileSync(home.at("batch.sh"), BATCH_HANDLER);

      const crashed = await run({ crashAt, batch: 3, handler: "batch.sh" });
      const second = await run({ batch: 3, handler: "batch.sh" });

      expect(crashed.signal).toBe("SIGKILL");
      expect(crashed.points).toHaveLength(crashAt);
      expect(second.code).toBe(0);
      expect(new Set(work().map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
      expect(service.unread()).toEqual([]);
      const isRecorded = crashed.points.some((point) => point.startsWith("handled committed"));
      expect(isRecorded ? repeated() : []).toEqual([]);
    },
  );

  it("keeps the order of a form at every point", async () => {
    service.add(1, 2, 3);
    for (const crashAt of [3, 5, 7, 9, 2]) {
      await run({ crashAt, isOrdered: true, concurrency: 3, perPage: 2 });
    }

    await run({ isOrdered: true, concurrency: 3, perPage: 2 });

    const ids = work().map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids)).toEqual(new Set([1, 2, 3]));
    expect(service.unread()).toEqual([]);
  });

  it("sets redelivered for a repeated handler, with the same idempotency key", async () => {
    service.add(1);
    await run({ crashAt: 5 });
    await run();

    expect(work()).toEqual([
      { id: 1, redelivered: false, key: "crash:1:1" },
      { id: 1, redelivered: true, key: "crash:1:1" },
    ]);
  });

  it("leaves no handler behind: the next run ends it before it starts another", async () => {
    service.add(1);
    writeFileSync(
      home.at("hang.sh"),
      `read -r line; echo $$ > "$(dirname "$0")/pid"; [ "$INTRAY_REDELIVERED" = 1 ] || { trap '' TERM; while :; do sleep 600; done; }
echo "$INTRAY_SUBMISSION_ID $INTRAY_REDELIVERED x" >> "$(dirname "$0")/done"`,
    );
    const { child, ended } = start({ handler: "hang.sh" });
    const pidFile = home.at("pid");
    await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "", WAIT);
    const pid = Number(readFileSync(pidFile, "utf8"));
    child.kill("SIGKILL");
    await ended;
    expect(processStart(pid)).toBeDefined();

    await run({ handler: "hang.sh" });

    expect(processStart(pid)).toBeUndefined();
    expect(work()).toMatchObject([{ id: 1, redelivered: true }]);
    expect(service.unread()).toEqual([]);
  });
});
