/** Manual commands for submissions that the queue has given up: show, retry, drop. */
import { useEach } from "../harness/use.ts";
import { Workplace } from "../crash/queue-cli.ts";
import { refusal } from "../crash/queue-service.ts";

const place = useEach(() => Workplace.open());
beforeEach(() => {
  place.service.add(1, 2, 3);
});

const queue = (...args: string[]) => place.intray(["queue", ...args]);
/** Handles all submissions except 2, which is given up at once. */
const HANDLER = `echo "why $INTRAY_SUBMISSION_ID failed"; [ "$INTRAY_SUBMISSION_ID" = 2 ] && exit 65; echo "$INTRAY_IDEMPOTENCY_KEY" >> done`;
const stateOf = async (id: string) =>
  (JSON.parse((await queue("list", id, "--json")).stdout) as { state: string }).state;

describe("queue list ID", () => {
  it("shows one submission with the handler's output", async () => {
    await place.run(HANDLER);

    const ended = await queue("list", "2");

    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toContain("state\tdead\n");
    expect(ended.stdout).toContain("output\nwhy 2 failed\n");
  });

  it("exits with 3 if there is no such queue, or no such submission in it", async () => {
    const [before] = [await queue("list", "2")];
    await place.run(HANDLER);
    const after = await queue("list", "9");

    expect([before.code, after.code]).toEqual([3, 3]);
    expect(before.stderr).toContain("has run on this machine");
    expect(after.stderr).toContain("Submission 9 is not in this queue");
  });
});

describe("queue retry", () => {
  it("makes the next run retry, from the first attempt on", async () => {
    await place.run(HANDLER);
    expect(await queue("retry", "2")).toMatchObject({ code: 0, stdout: "2\tretry\n" });

    expect((await place.run("echo again >> done")).code).toBe(0);
    expect(place.service.unread()).toEqual([]);
    expect(place.read("done").match(/^again$/gm)).toHaveLength(1);
  });

  it("requeues a submission that was marked read when it was given up", async () => {
    await place.run(HANDLER, ["--on-dead", "mark-read"]);
    expect(place.service.unread()).toEqual([]);

    await queue("retry", "--dead", "--yes");
    await place.run("echo again >> done");

    expect(place.read("done")).toContain("again");
    expect(await stateOf("2")).toBe("acked");
  });

  it("skips finished submissions, and requires ids", async () => {
    await place.run(HANDLER);

    const [done, none, both] = [
      await queue("retry", "1"),
      await queue("retry"),
      await queue("retry", "1", "--dead"),
    ];

    expect(done).toMatchObject({ code: 0, stdout: "" });
    expect(done.stderr).toContain("nothing to retry");
    expect([none.code, both.code]).toEqual([2, 2]);
    expect(await stateOf("1")).toBe("acked");
  });

  it("does not change a queue while a run uses it", async () => {
    await place.run("exit 65", ["--max", "1"]);
    const running = await place.startWaiting();

    const ended = await queue("retry", "--dead", "--yes");
    place.releaseHandler();
    await running.ended;

    expect(ended.code).toBe(75);
    expect(ended.stderr).toContain(`process ${running.pid}`);
  });
});

describe("queue drop", () => {
  it("marks dropped submissions read", async () => {
    await place.run(HANDLER);

    expect(await queue("drop", "2", "--yes")).toMatchObject({ code: 0, stdout: "2\tdropped\n" });
    await place.run("echo handled >> done");

    expect(place.service.unread()).toEqual([]);
    expect(place.read("done")).not.toContain("handled");
  });

  it("asks for confirmation", async () => {
    await place.run(HANDLER);

    expect((await queue("drop", "2")).code).toBe(2);
    expect(await stateOf("2")).toBe("dead");
  });

  it("leaves the mark to the next run if the server cannot be reached", async () => {
    await place.run(HANDLER);
    place.service.failAt("", refusal(503, "overloaded", "Busy."));

    const ended = await place.intray(["queue", "drop", "2", "--yes", "--retries", "0"]);
    place.service.fault = () => undefined;
    await place.run("echo handled >> done");

    expect(ended.code).toBe(75);
    expect(place.service.unread()).toEqual([]);
    expect(place.read("done")).not.toContain("handled");
  });

  it("drops a submission until a person marks it unread", async () => {
    await place.run(HANDLER);
    await queue("drop", "--dead", "--yes");
    const record = place.service.submissions[1];
    if (record !== undefined) record.read = false;

    await place.run('echo "$INTRAY_IDEMPOTENCY_KEY" >> done');

    expect(place.read("done").split("\n")).toContain("default:2:2");
  });
});
