import { runCli } from "../../../test/run-cli.ts";
import { useWorkbench } from "../../../test/workbench.ts";

const OPEN = {
  id: 2,
  kind: "webhook_failing",
  message: "The webhook CRM fails.",
  last_error: "500 \u001b[31mred",
  since: "2026-01-01T00:00:00.000Z",
  raised_at: "2026-01-01T00:15:00.000Z",
  resolved_at: null,
  resolution: null,
};
const OVER = {
  ...OPEN,
  id: 1,
  resolved_at: "2026-01-01T01:00:00.000Z",
  resolution: "recovered",
};

const bench = await useWorkbench();
beforeEach(() => bench.server.answer("GET /alerts", { alerts: [OPEN, OVER] }));
const list = (...flags: string[]) => runCli(["alerts", "list", ...flags], { env: bench.env });

it("lists alerts with their states", async () => {
  expect(await list()).toEqual({
    code: 0,
    stderr: "",
    stdout: [
      "2\twebhook_failing\topen\t2026-01-01T00:00:00.000Z\t2026-01-01T00:15:00.000Z\t\tThe webhook CRM fails.\n",
      "1\twebhook_failing\tover\t2026-01-01T00:00:00.000Z\t2026-01-01T00:15:00.000Z\t2026-01-01T01:00:00.000Z\tThe webhook CRM fails.\n",
    ].join(""),
  });
});

it("lists only open ones, and their members, with control characters escaped", async () => {
  expect(await list("--open", "--columns", "id,last_error")).toMatchObject({
    code: 0,
    stdout: String.raw`2	500 \u001b[31mred` + "\n",
  });
});
