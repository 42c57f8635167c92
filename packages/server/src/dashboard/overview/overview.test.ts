import { gzipSync } from "node:zlib";
import { startDashboard, useDashboard } from "../../../test/dashboard.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";

const HOSTILE = `<img src=x onerror="alert(1)">`;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 9, 20, 12);
const TODAY = Math.floor(NOW / DAY_MS);

describe("the overview of a new account", () => {
  const server = useDashboard();

  it("offers to create a form if there is none", async () => {
    const eve = await server.otherAccount();
    await server.sql("update form set deleted_at = 1 where id = 2");

    expect((await eve.get("")).words).toContain("0 of 7 done Hide Create a form Send a first");
  });
});

describe("the overview", () => {
  const server = useDashboard({}, createFakeClock(NOW));

  const day = (form: number, at: number, arrived: number, spam: number, account = 1) =>
    server.sql(
      "insert into submission_day (form_id, day, account_id, arrived, spam) values (?, ?, ?, ?, ?)",
      form,
      at,
      account,
      arrived,
      spam,
    );

  it("counts the account's submissions of the last 30 days", async () => {
    await day(1, TODAY - 30, 500, 0);
    await day(1, TODAY - 29, 40, 30);
    await day(1, TODAY - 1, 1_160, 6);
    await day(2, TODAY - 1, 7_777, 7_777, 2);

    const { words, text } = await server.ada.get("");

    expect(words).toContain(
      "1,200 submissions, of which 36 arrived as spam (3%). Busiest day: 19 Oct with 1,160.",
    );
    expect(words).toContain("21 Sept 40 30 75% 22 Sept 0 0");
    expect(words).toMatch(/19 Oct 1,160 6 under 1% 20 Oct 0 0 /);
    expect(text).not.toContain("7,777");
    expect(await server.ada.get("/forms").then((page) => page.text)).toContain(
      'aria-label="1,200 submissions in 30 days"',
    );
  });

  it("counts a new submission soon after it arrives", async () => {
    const other = await startDashboard({ INTRAY_ACCOUNT_FILE_QUOTA: "1000" });
    await other.sql("insert into file_total (account_id, bytes, files) values (1, 800, 3)");
    await other.post("1", new URLSearchParams({ email: "ada@example.org", message: HOSTILE }));

    const { text, words } = await vi.waitFor(async () => {
      const page = await other.ada.get("");
      expect(page.words).toContain("1 submission, of which 0 arrived as spam (0%).");
      return page;
    });
    await other.close();

    expect(words).toContain("ada@example.org");
    expect(words).toContain(`Sample form : ${HOSTILE}`);
    expect(words).toContain("1 submission not done");
    expect(words).toMatch(/3 uploaded files 800 (?:bytes|B) of .+ more than 80 % of their quota/);
    expect(text).not.toContain(HOSTILE);
  });

  it("shows outcomes and durations of delivery attempts", async () => {
    await server.sql(
      `insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url, "trigger",
          state, created_at, finished_at) values (1, 1, null, 1, 'W', 'http://127.0.0.1:9/', 'test', 'succeeded', 1, 2)`,
    );
    for (const [number, ms, outcome] of [
      [1, 20, "succeeded"],
      [2, 30, "succeeded"],
      [3, 2_600, "failed"],
      [4, 9, "blocked"],
    ] as const) {
      await server.sql(
        "insert into attempt (delivery_id, number, started_at, duration_ms, outcome) values (1, ?, 5, ?, ?)",
        number,
        ms,
        outcome,
      );
    }

    const { words } = await server.ada.get("");

    expect(words).toContain("Last 4 attempts, since 1 Jan 1970");
    expect(words).toContain("Succeeded 2 50% Failed 1 25%");
    expect(words).toContain("Succeeded and failed attempts: 3.");
    expect(words).toContain("50% within 30 ms 95% within 2.6 s 99% within 2.6 s");
    expect((await (await server.otherAccount()).get("")).words).not.toContain("attempts");
  });

  it("shows what needs attention first", async () => {
    const hook = (name: string) =>
      server.create("/form_webhooks", { form_id: 1, name, url: "http://127.0.0.1:9/hook" });
    const before = await server.ada.get("");
    const [gone, failing, late] = [await hook("Gone"), await hook(HOSTILE), await hook("Late")];
    await server.sql(
      "update webhook set enabled = 0, disabled_reason = 'gone' where id = ?",
      gone.id,
    );
    await server.sql("update webhook set failing_since = 5 where id = ?", failing.id);
    await server.sql("update webhook set enabled = 0, disabled_reason = 'failing' where id = 1");
    // The webhook is disabled while the delivery is inserted, so that the delivery is not sent.
    await server.sql("update webhook set enabled = 0 where id = ?", late.id);
    await server.sql(
      `insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url, "trigger",
          state, next_attempt_at, lost_workers, created_at) values (1, 1, null, ?, 'W', 'http://127.0.0.1:9/', 'test',
          'queued', ?, 3, 1)`,
      late.id,
      NOW - 61_000,
    );
    await server.sql("update webhook set enabled = 1 where id = ?", late.id);

    const { words, text } = await server.ada.get("");

    expect(before.words).toContain("No issues Done Nothing to do");
    expect(words).toContain(
      "Needs attention Disabled The webhook Gone of Sample form was disabled: its receiver answered 410 Gone. Open the webhook",
    );
    expect(words).toContain(
      `Failing The webhook ${HOSTILE} of Sample form fails. Nothing waits for it. Since: 1 Jan 1970, 00:00 UTC`,
    );
    expect(words).toContain(
      "Overdue A delivery to Late is overdue. Due since: 20 Oct 2026, 11:58 UTC",
    );
    expect(text).not.toContain(HOSTILE);
    expect((await (await server.otherAccount()).get("")).words).not.toContain("Gone");
  });

  it("is smaller than 60 KB with everything that it loads, as it is sent", async () => {
    const { text } = await server.ada.get("");
    const loaded = [...text.matchAll(/(?:href|src|data-uplot)="(\/dashboard\/assets\/[^"]*)"/g)];
    const sizes = await Promise.all(
      [...new Set(loaded.map(([, address = ""]) => address))].map(async (address) => {
        const answer = await fetch(`${server.url}${address}`);
        expect(answer.status).toBe(200);
        return gzipSync(await answer.arrayBuffer()).byteLength;
      }),
    );

    expect(sizes.length).toBeGreaterThanOrEqual(5);
    const all = sizes.reduce((sum, size) => sum + size, gzipSync(text).byteLength);
    expect(all).toBeLessThan(60_000);
  });
});
