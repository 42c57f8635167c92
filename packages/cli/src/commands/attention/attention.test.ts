import { runCli } from "../../../test/run-cli.ts";
import { useWorkbench } from "../../../test/workbench.ts";

const ITEM = {
  id: "7.http_503",
  message: "2 submissions of Shop / Contact did not reach \u001b[31mhttps://crm.example/.",
  submissions: 2,
  oldest_at: "2026-01-01T00:00:00.000Z",
  newest_at: "2026-01-02T00:00:00.000Z",
  can_send: true,
};
const DISABLED = { ...ITEM, id: "8.webhook_disabled", can_send: false };

const bench = await useWorkbench();
const listed = (attention: readonly object[]) =>
  bench.server.answer("GET /attention", { attention, count: attention.length, submissions: 2 });
beforeEach(() => listed([ITEM, DISABLED]));
const run = (...args: string[]) => runCli(["attention", ...args], { env: bench.env });
const sent = (path: string): unknown[] =>
  bench.server.seen.flatMap(({ url, body }) => (url.endsWith(path) ? [JSON.parse(body)] : []));

it("lists what reached nobody, and says by its exit code that there is something", async () => {
  const checked = await run("list", "--check");
  const { stdout } = await run("list", "--json");
  listed([]);

  expect(checked).toMatchObject({
    code: 10,
    stdout: expect.stringContaining(
      String.raw`7.http_503	2	2026-01-01T00:00:00.000Z	true	2 submissions of Shop / Contact did not reach \u001b[31mhttps://crm.example/.`,
    ),
  });
  expect(JSON.parse(stdout)).toMatchObject({ attention: [ITEM, DISABLED] });
  expect((await run("list", "--check")).code).toBe(0);
});

it("sends exactly the submissions of an item, up to what the list has counted", async () => {
  const counts = { waiting: 0, due: 0, delivering: 0, failed: 2, delivered: 0, left_out: 0 };
  bench.server.answer("POST /deliveries/send", {
    success: true,
    message: "",
    dry_run: false,
    count: 2,
    counts,
    next_cursor: null,
    started_at: ITEM.newest_at,
  });

  const answers = [
    await run("send", "7.http_503", "--yes"),
    await run("send", "7.http_503"),
    await run("send", "8.webhook_disabled", "--yes"),
    await run("send", "9.timeout", "--yes"),
  ];

  expect(answers.map(({ code }) => code)).toEqual([0, 2, 5, 3]);
  expect(answers[0]?.stdout).toContain("count\t2\n");
  expect(answers[2]?.stderr).toContain("8.webhook_disabled cannot be sent.");
  expect(sent("/deliveries/send")).toEqual([
    { attention: "7.http_503", ended_until: ITEM.newest_at },
  ]);
});

it("dismisses an item with a note", async () => {
  const message = "2 submissions dismissed.";
  bench.server.answer("POST /attention/dismiss", { success: true, message, count: 2 });

  const answer = await run("dismiss", "7.http_503", "--note", "By phone", "--yes");

  expect(answer).toMatchObject({ code: 0, stderr: `${message}\n` });
  expect(sent("/attention/dismiss")).toEqual([
    { id: "7.http_503", until: ITEM.newest_at, note: "By phone" },
  ]);
});
