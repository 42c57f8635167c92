import { useEach } from "../harness/use.ts";
import { Workplace } from "./queue-cli.ts";
import { documentsIn } from "../../packages/cli/test/run-cli.ts";
import { AWAY } from "./queue-service.ts";

const place = useEach(() => Workplace.open());

type ListedItem = { readonly state: string; readonly queue: { readonly consumer: string } };

/** Two runs, of which the second waits for the first. */
async function startBoth() {
  place.service.add(1);
  const first = await place.startWaiting();
  const second = place.start(["queue", "run", "--if-locked", "wait", "--", "false"]);
  await second.prints("waiting until it ends");
  return [first, second] as const;
}

describe("a second run", () => {
  it("exits with 75 and the pid of the first, or with 0 with --if-locked skip", async () => {
    place.service.add(1);
    const first = await place.startWaiting();

    const refused = await place.run("true");
    const skipped = await place.run("true", ["--if-locked", "skip"]);
    const quiet = await place.run("true", ["--if-locked", "skip", "-q"]);
    const status = await place.intray(["queue", "status", "--json"]);
    place.releaseHandler();

    expect(refused).toMatchObject({ code: 75 });
    expect(refused.stderr).toContain(`process ${first.pid}`);
    expect(skipped).toMatchObject({ code: 0 });
    expect(skipped.stderr).toContain("is working on this queue: nothing to do");
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(JSON.parse(status.stdout)).toMatchObject([{ locked: true, counts: { running: 1 } }]);
    expect(await first.ended).toMatchObject({ code: 0 });
  });

  it("waits with --if-locked wait, and then has nothing to do", async () => {
    const [first, second] = await startBoth();
    place.releaseHandler();

    expect(await first.ended).toMatchObject({ code: 0 });
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  it("can be stopped while it waits", async () => {
    const [first, second] = await startBoth();
    second.signal("SIGINT");

    expect(await second.ended).toMatchObject({ code: 130 });
    place.releaseHandler();
    expect(await first.ended).toMatchObject({ code: 0 });
  });

  it("has a separate queue under another consumer", async () => {
    place.service.add(1);
    const first = await place.startWaiting();

    expect(await place.run("true", ["--consumer", "other"])).toMatchObject({ code: 0 });
    const list = await place.intray(["queue", "list", "--format", "ndjson"]);
    place.releaseHandler();

    const listed = documentsIn<ListedItem>(list.stdout);
    expect(listed.map(({ queue, state }) => [queue.consumer, state])).toEqual([
      ["default", "running"],
      ["other", "acked"],
    ]);
    await first.ended;
  });
});

describe("a signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s lets the handler finish and ends with %i", async (signal, exit) => {
    place.service.add(1, 2);
    const run = await place.startWaiting();

    run.signal(signal);
    await run.prints("Stopping");
    place.releaseHandler();

    expect(await run.ended).toMatchObject({ code: exit });
    expect(place.service.unread()).toEqual([2]);
  });

  it("ends the handler too if it is sent twice, and counts no attempt", async () => {
    place.service.add(1);
    const run = await place.startWaiting();

    run.signal("SIGINT");
    await run.prints("Stopping");
    run.signal("SIGINT");

    expect(await run.ended).toMatchObject({ code: 130 });
    expect(await place.list()).toMatchObject([{ state: "retry", attempts: 0, interruptions: 1 }]);
  });
});

it("a watching run goes on until it is stopped, also while the server is unreachable", async () => {
  place.service.add(1);
  const args = ["--watch", "--interval", "30ms", "--retries", "0", "--", "true"];
  const run = place.start(["queue", "run", ...args]);
  await run.prints("Submission 1: marked read.");
  place.service.failAt("", AWAY);
  await run.prints("Waiting: ");
  place.service.fault = () => undefined;
  place.service.add(2);
  await run.prints("Submission 2: marked read.");

  run.signal("SIGTERM");

  expect(await run.ended).toMatchObject({ code: 143 });
});

it("a reader that leaves stops the run after the current item, without an error", async () => {
  place.service.add(1, 2, 3, 4, 5, 6, 7, 8);
  const run = place.start(["queue", "run", "--json", "--", "true"]);

  run.stopReading();

  expect(await run.ended).toMatchObject({ code: 0, stderr: "" });
  expect(place.service.unread().length).toBeGreaterThan(0);
  const list = (await place.list()) as { state: string }[];
  expect(list.filter(({ state }) => state === "running" || state === "handled")).toEqual([]);
});
