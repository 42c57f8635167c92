import { readFileSync } from "node:fs";
import { useEach } from "../harness/use.ts";
import { runShell } from "../../packages/cli/test/run-cli.ts";
import { Workplace } from "./queue-cli.ts";
import { refusal } from "./queue-service.ts";

const place = useEach(() => Workplace.open());

it("queue run with --quiet says that a handler failed, since cron sends no mail without output", async () => {
  place.service.add(1);

  const { code, stderr } = await place.run("echo no; exit 1", ["-q"]);

  expect(code).toBe(10);
  expect(stderr).toBe("no\nintray: warning: 1 failed. intray queue list shows why.\n");
});

it.each([
  ["SIGINT", 130, "GET me"],
  ["SIGTERM", 143, "GET submissions"],
  ["SIGINT", 130, "PATCH 1"],
] as const)(
  "queue run while the server hangs ends at once after %s, with %i, if no handler runs (%s)",
  async (signal, exit, hung) => {
    place.service.add(1);
    place.service.failAt(hung, "hang");
    const run = place.start(["queue", "run", "--timeout", "10m", "--", "true"]);
    await vi.waitUntil(() => place.service.requests.includes(hung), { interval: 5 });

    run.signal(signal);

    expect((await run.ended).code).toBe(exit);
  },
);

describe("queue run with a failing server", () => {
  it.each([
    [4, "a 401", refusal(401, "unauthenticated", "Revoked.")],
    [75, "a proxy's 404 page", { status: 404, body: "<h1>No</h1>", contentType: "text/html" }],
    [75, "a 404 of another service", { status: 404, body: `{"detail":"nope"}` }],
    [75, "a 500", refusal(500, "internal", "Broken.")],
    [75, "a 200 page", { status: 200, body: "<h1>Log in</h1>", contentType: "text/html" }],
    [75, "a 422", refusal(422, "invalid", "No.")],
  ])(
    "exits with %i if the acknowledgement gets %s, and sends it first in the next run",
    async (code, _name, fault) => {
      place.service.add(1);
      place.service.failAt("PATCH", fault);

      expect(await place.run("echo once >> done")).toMatchObject({ code });
      place.service.fault = () => undefined;
      place.service.seen.length = 0;
      expect(await place.run("echo once >> done")).toMatchObject({ code: 0 });

      expect(place.service.requests.slice(0, 3)).toEqual(["GET me", "PATCH 1", "GET submissions"]);
      expect(place.read("done")).toBe("once\n");
      expect(place.service.unread()).toEqual([]);
    },
  );

  it("does not repeat a submission that is reported missing but still listed", async () => {
    place.service.add(1);
    place.service.failAt("PATCH 1", refusal(404, "not_found", "There is no submission 1."));

    expect(await place.run("echo once >> done")).toMatchObject({ code: 0 });
    expect(place.read("done")).toBe("once\n");
    expect(await place.list()).toMatchObject([
      { state: "gone", reason: "handled, but unknown to the server" },
    ]);
  });

  it("exits with 75 if the server accepts the change without making it, and does not repeat the work", async () => {
    place.service.add(1);
    const body = JSON.stringify({ ...place.service.submissions[0] });
    place.service.failAt("PATCH 1", { status: 200, body });

    expect(await place.run("echo once >> done")).toMatchObject({ code: 75 });
    expect(place.read("done")).toBe("once\n");
  });
});

describe("queue run with a failing ledger", () => {
  it("exits with 74 if the disk is full, and runs no handler", async () => {
    place.service.add(1);
    // the file size limit simulates a full disk: both make the write fail
    const line = `trap "" XFSZ; ulimit -f 8; exec $INTRAY queue run -- touch started`;

    const ended = await runShell(line, { cwd: place.home, env: place.env() });

    expect(ended).toMatchObject({ code: 74, stderr: /cannot be written/ });
    expect(() => place.read("started")).toThrow("ENOENT");
    expect(place.service.unread()).toEqual([1]);
  });

  it("stores no field value in the ledger", async () => {
    place.service.add(1);
    await place.run("true");

    expect(readFileSync(place.ledgerPath()).includes("p1@example.com")).toBe(false);
  });
});
