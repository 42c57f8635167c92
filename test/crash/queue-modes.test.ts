import { useEach } from "../harness/use.ts";
import { Workplace } from "./queue-cli.ts";
import { refusal } from "./queue-service.ts";
import { serveOnLoopback } from "../harness/loopback.ts";

const place = useEach(() => Workplace.open());
beforeEach(() => {
  // A service with only the list, GET and PATCH.
  place.service.hasCursor = false;
  const none = refusal(404, "not_found", "No.");
  place.service.fault = (asked) => (/^(?:GET me$|POST )/.test(asked) ? none : undefined);
});

it("passes a batch to one handler, and marks the named submissions read", async () => {
  place.service.add(1, 2, 3);

  const { code, stdout, stderr } = await place.run(
    `echo "$INTRAY_BATCH" > size; cat > lines; echo working; echo 1; echo 3; [ -z "$INTRAY_SUBMISSION_ID" ]`,
    ["--batch", "10", "--concurrency", "2"],
  );

  expect(code).toBe(10);
  expect(stdout).toBe("");
  expect(stderr).toContain("[1 to 3] working\n");
  expect(stderr).toContain("Submission 2: exit 0 without its id on standard output");
  expect(place.read("size")).toBe("3\n");
  expect(place.read("lines").trim().split("\n")).toHaveLength(3);
  expect(place.service.unread()).toEqual([2]);
});

it("keeps the order of a form: a failed submission blocks those after it", async () => {
  place.service.add(1, 2, 3);
  const script = `[ $INTRAY_SUBMISSION_ID != 2 ]`;

  expect(await place.run(script, ["--ordered", "--concurrency", "4"])).toMatchObject({ code: 10 });
  expect(place.service.unread()).toEqual([2, 3]);
});

it("reports that the server has no leases, and starts nothing", async () => {
  place.service.add(1);

  expect(await place.run(": > started", ["--claim", "--lease", "1m"])).toMatchObject({
    code: 5,
    stderr: /This server cannot lease submissions/,
  });
  expect(() => place.read("started")).toThrow("ENOENT");
});

it.each([
  ["--max", "0"],
  ["--concurrency", "none"],
  ["--filter", "everything"],
  ["--consumer", "a/b"],
  ["--handler-timeout", "1"],
  ["--ordered", "--claim"],
  ["--ordered", "--batch", "2"],
  ["--batch", "0"],
  ["--lease", "1m"],
  ["--claim", "--lease", "2h"],
  ["--claim", "--filter", "trash"],
  ["--healthcheck-url", "file:///etc/passwd"],
])("rejects %j", async (...flags) => {
  place.service.add(1);

  expect(await place.run("true", flags)).toMatchObject({ code: 2 });
  expect(place.service.unread()).toEqual([1]);
});

it("reports to a monitor, and goes on if the monitor fails", async () => {
  const asked: string[] = [];
  const monitor = await serveOnLoopback((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(500).end();
  });
  const url = `${monitor.url}/secret?a=b`;
  place.service.add(1);

  const failed = await place.run("false", ["--healthcheck-url", url]);
  const done = await place.run("true", ["--healthcheck-url", url, "--consumer", "other"]);
  monitor.close();

  expect([failed.code, done.code]).toEqual([10, 0]);
  expect(done.stderr).toContain(
    "The health check could not report the success: it responded with 500.",
  );
  expect(asked).toEqual([
    "GET /secret/start?a=b",
    "GET /secret/fail?a=b",
    "GET /secret/start?a=b",
    "GET /secret?a=b",
  ]);
});

it("exits status --max-age with 10 if a submission has waited longer, with 3 if no queue has run", async () => {
  const none = await place.intray(["queue", "status", "--max-age", "1h"]);
  place.service.add(1);
  await place.run("false");
  const fresh = await place.intray(["queue", "status", "--max-age", "1h", "--json"]);
  const late = await place.intray(["queue", "status", "--max-age", "0s"]);

  expect([none.code, fresh.code, late.code]).toEqual([3, 0, 10]);
  expect(JSON.parse(fresh.stdout)).toMatchObject([{ oldest_waiting_seconds: expect.any(Number) }]);
  expect(late.stderr).toContain("its oldest submission has waited for");
});
