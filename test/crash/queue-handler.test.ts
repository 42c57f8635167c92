import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { useEach } from "../harness/use.ts";
import { Workplace } from "./queue-cli.ts";
import { documentsIn } from "../../packages/cli/test/run-cli.ts";

const place = useEach(() => Workplace.open());

describe("queue run", () => {
  it("prints one event per line with --json, and nothing else on stdout", async () => {
    place.service.add(1);

    const { stdout, code } = await place.run("echo out; echo err >&2", ["--json"]);

    const events = documentsIn(stdout);
    expect(code).toBe(0);
    expect(events.map(({ event }) => event)).toEqual([
      "walk",
      "seen",
      "started",
      "handled",
      "acked",
      "walk",
      "ended",
    ]);
    expect(events.at(-1)).toMatchObject({ end: "drained", handled: 1, acked: 1 });
  });

  it("passes the key to a handler only with --pass-credentials", async () => {
    place.service.add(1);
    await place.run("env > without");
    place.service.add(2);
    await place.run("env > with", ["--pass-credentials"]);

    expect(place.read("without")).not.toContain(place.service.key);
    expect(place.read("with")).toContain(`INTRAY_API_KEY=${place.service.key}\n`);
  });
});

describe("a handler that fails", () => {
  it("makes the run exit with 10, and is shown by status and list", async () => {
    place.service.add(1, 2);

    const { code } = await place.run(
      `echo no such luck >&2; [ $INTRAY_SUBMISSION_ID = 2 ] || exit 1`,
    );
    const status = await place.intray(["queue", "status", "--json"]);

    expect(code).toBe(10);
    expect(place.service.unread()).toEqual([1]);
    expect(JSON.parse(status.stdout)).toMatchObject([
      {
        origin: place.service.url,
        scope: "account:1",
        filter: "new",
        consumer: "default",
        counts: { retry: 1, acked: 1 },
        last_run: { end: "drained" },
        locked: false,
      },
    ]);
    expect(await place.list(["--state", "retry"])).toMatchObject([
      { submission_id: 1, state: "retry", reason: "exit 1", last_output: "no such luck\n" },
    ]);
  });

  it("makes the run exit with 78 if its interpreter is missing, without using an attempt", async () => {
    writeFileSync(join(place.home, "handle"), "#!/nowhere/interpreter\n", { mode: 0o755 });
    place.service.add(1);

    const command = join(place.home, "handle");
    const { code, stderr } = await place.intray(["queue", "run", "--", command]);
    expect(code).toBe(78);
    expect(stderr).toContain(`${command} cannot be started: there is no such command`);
    expect(await place.list()).toMatchObject([{ state: "seen", attempts: 0 }]);
    expect(place.service.unread()).toEqual([1]);
  });

  it.each([
    ["queue", "run"],
    ["queue", "run", "--"],
  ])("is required: %j", async (...args) => {
    const { code, stderr } = await place.intray(args);

    expect(code).toBe(2);
    expect(stderr).toContain("put a command after --");
    expect(place.service.requests).toEqual([]);
  });
});

describe("defaults in .intray.json", () => {
  const defaults = (queue: object) =>
    writeFileSync(join(place.home, ".intray.json"), JSON.stringify({ queue }));

  it("apply if no flag overrides them", async () => {
    place.service.add(1, 2, 3);
    defaults({ max: 1, consumer: "nightly", watch: false });

    await place.run("true");
    expect(place.service.unread()).toEqual([2, 3]);
    expect(place.ledgerPath()).toContain("-nightly-");

    await place.run("true", ["--max", "5"]);
    expect(place.service.unread()).toEqual([]);
  });

  it.each([
    [{ "pass-credentials": true }, 'sets "pass-credentials" for the queue, which is not allowed'],
    [{ "api-key-file": "key" }, 'sets "api-key-file" for the queue, which is not allowed'],
    [{ max: "many" }, "defaults in the profile or .intray.json are invalid"],
  ])("are rejected with 78 if they are %j", async (queue, message) => {
    place.service.add(1);
    defaults(queue);

    const { code, stderr } = await place.run("true");

    expect(code).toBe(78);
    expect(stderr).toContain(message);
    expect(place.service.unread()).toEqual([1]);
  });
});
