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
    await server.update("form", { deleted_at: 1 }, { id: 2 });

    expect((await eve.get("")).words).toContain("0 of 7 done Hide Create a form Send a first");
  });
});

describe("the overview", () => {
  const server = useDashboard({}, createFakeClock(NOW));

  const fill = (day: number, arrived: number, spam: number, account_id = 1) =>
    server.insert("submission_day", { form_id: account_id, day, account_id, arrived, spam });

  it("counts the account's submissions of the last 30 days", async () => {
    await fill(TODAY - 30, 500, 0);
    await fill(TODAY - 29, 40, 30);
    await fill(TODAY - 1, 1_160, 6);
    await fill(TODAY - 1, 7_777, 7_777, 2);

    const { words, text } = await server.ada.get("");

    expect(words).toContain(
      "1,200 submissions, of which 36 arrived as spam (3%). Busiest day: 19 Oct with 1,160.",
    );
    expect(words).toContain("21 Sept 40 30 75% 22 Sept 0 0");
    expect(words).toMatch(/19 Oct 1,160 6 under 1% 20 Oct 0 0 /);
    expect(text).not.toContain("7,777");
    const forms = await server.ada.get("/forms");
    expect(forms.text).toContain('aria-label="1,200 submissions in 30 days"');
  });

  it("asks for verdicts on possible spam, at most ten at once", async () => {
    const time = { created_at: NOW, updated_at: NOW };
    const own = {
      account_id: 1,
      form_id: 1,
      fields: "[]",
      content_hash: Buffer.alloc(16),
      ...time,
    };
    const findings = JSON.stringify([{ check: "links", weight: 0.5, sentence: "Links." }]);
    for (let n = 0; n < 12; n += 1)
      await server.insert("submission", { ...own, spam: 0, spam_findings: findings });
    await server.insert("submission", { ...own, spam_findings: findings, spam: 1 });

    const { words } = await server.ada.get("");
    const list = await server.ada.get("/inbox?query=is%3Apossible-spam");

    expect(words).toContain("Possible spam 10 submissions wait for your verdict");
    expect(list.words).toContain("of 12");
    await server.update("submission", { spam_findings: null });
    expect((await server.ada.get("")).words).not.toContain("for your verdict");
  });

  it("counts a new submission soon after it arrives", async () => {
    const other = await startDashboard({ INTRAY_ACCOUNT_FILE_QUOTA: "1000" });
    await other.insert("file_total", { account_id: 1, bytes: 800, files: 3 });
    await other.post("1", { email: "ada@example.org", message: HOSTILE });

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
    const ended = { state: "succeeded", next_attempt_at: null, finished_at: 2 } as const;
    const { id: delivery_id } = await server.insert("delivery", { trigger: "test", ...ended });
    for (const [number, duration_ms, outcome] of [
      [1, 20, "succeeded"],
      [2, 30, "succeeded"],
      [3, 2_600, "failed"],
      [4, 9, "blocked"],
    ] as const)
      await server.insert("attempt", { delivery_id, number, started_at: 5, duration_ms, outcome });

    const { words } = await server.ada.get("");

    expect(words).toContain("Last 4 attempts, since 1 Jan 1970");
    expect(words).toContain("Succeeded 2 50% Failed 1 25%");
    expect(words).toContain("50% answered within 30 ms 95% answered within 2.6 s 99%");
    expect((await (await server.otherAccount()).get("")).words).not.toContain("attempts");
  });

  it("shows what needs attention first", async () => {
    const hook = async (name: string, columns: object) => {
      const url = "http://127.0.0.1:9/hook";
      const { id } = await server.create("/form_webhooks", { form_id: 1, name, url });
      await server.update("webhook", columns, { id });
      return id;
    };
    const before = await server.ada.get("");
    await hook("Gone", { enabled: 0, disabled_reason: "gone" });
    await hook(HOSTILE, { failing_since: 5 });
    await server.update("webhook", { enabled: 0, disabled_reason: "failing" }, { id: 1 });
    // The webhook is disabled while the delivery is inserted, so that the delivery is not sent.
    const late = await hook("Late", { enabled: 0 });
    const due = { next_attempt_at: NOW - 61_000, lost_workers: 3 };
    await server.insert("delivery", { webhook_id: late, trigger: "test", ...due });
    await server.update("webhook", { enabled: 1 }, { id: late });

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
