// Each transition of an alert is sent to the account's webhook for alerts once, whatever happens meanwhile.
import { useEach } from "../../../../test/harness/use.ts";
import { MINUTE_MS, NOW, openAlertHarness } from "../../test/store/alerts.ts";
import { ownBodies } from "../store/deliveries/own-bodies.ts";

const HOSTILE = `<!channel> & <https://evil.example|click>\r\nX-Header: 1\u0000\u202e "quoted" ${"😀".repeat(200)}`;

const harness = useEach(openAlertHarness);
const one = useEach(() => harness.open());
const other = useEach(() => harness.open());
beforeEach(() => setAlertUrl("http://127.0.0.1:9/alerts"));

const setAlertUrl = (url: string | null) =>
  one.store.writes.setAlertUrl({
    account_id: 1,
    url,
    uid: "uid",
    signing_secret: "whsec_YWxlcnRz",
    now: NOW,
  });

interface Message {
  readonly type: string;
  readonly text: string;
  readonly alert: Readonly<Record<string, unknown>>;
}

/** The queued messages, oldest first. */
async function messages(): Promise<readonly Message[]> {
  const { db, rows: read } = harness.fixture;
  const rows = await read("delivery", ["id", "trigger", "form_id"], { webhook_name: "Alerts" });
  expect(rows.every(({ trigger, form_id }) => trigger === "alert" && form_id === null)).toBe(true);
  const bodies = await ownBodies(db, { ids: rows.map(({ id }) => id) });
  return rows.map(({ id }) => JSON.parse(bodies.get(id)?.body.toString() ?? "") as Message);
}

const failing = () => harness.webhook({ failing_since: NOW - 15 * MINUTE_MS });

describe("the webhook for alerts", () => {
  it("gets one message when an alert is raised and one when it is over, of two processes", async () => {
    const id = await failing();

    for (let n = 0; n < 5; n += 1) await Promise.all([one.look(), other.look()]);
    await harness.change(id, { failing_since: null, failure_count: 0 });
    for (let n = 0; n < 5; n += 1) await Promise.all([one.look(), other.look()]);

    const since = new Date(NOW - 15 * MINUTE_MS).toISOString();
    expect(await messages()).toMatchObject([
      {
        type: "alert.raised",
        text: /has failed for 15 minutes/,
        alert: { kind: "webhook_failing", webhook_id: id, webhook: "Receiver", since },
      },
      {
        type: "alert.resolved",
        alert: { resolution: "recovered", raised_at: new Date(NOW).toISOString() },
      },
    ]);
  });

  it("gets nothing about what a person has seen to", async () => {
    const id = await failing();
    await one.look();

    await harness.change(id, { enabled: 0, disabled_reason: "by_hand" });
    await one.look();

    expect(await messages()).toHaveLength(1);
  });

  it("gets names that add no link, no mention and no line", async () => {
    const id = await failing();
    const name = HOSTILE.replaceAll("\u0000", "");
    await harness.change(id, { name });
    await harness.fixture.update("form", { name });

    await one.look();

    const [message] = await messages();
    expect(message?.text).toContain(
      "&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt; X-Header",
    );
    // eslint-disable-next-line no-control-regex
    expect(message?.text).not.toMatch(/[<>\u0000-\u001f\u202e]/);
    expect(message?.text.length).toBeLessThan(1_000);
    expect(message?.alert["webhook"]).toBe(name);
  });

  it("gets nothing about itself", async () => {
    const own = await one.store.reads.findAlertWebhook({ account_id: 1 });
    const gone = { enabled: 0, disabled_reason: "gone", last_failure_at: NOW } as const;
    await harness.change(own?.id ?? 0, gone);
    const id = await failing();

    await one.look();
    await setAlertUrl("http://127.0.0.1:9/again");
    await one.look();
    await harness.change(id, { failing_since: null, failure_count: 0 });
    await one.look();

    // While it is disabled it gets nothing at all.
    expect(await messages()).toMatchObject([{ type: "alert.resolved", alert: { webhook_id: id } }]);
  });

  it("may be missing: the alert is recorded all the same", async () => {
    await setAlertUrl(null);
    await failing();

    await one.look();

    expect(await messages()).toEqual([]);
    expect(await one.store.reads.listAlerts({ account_id: 1, resolved: 9 })).toHaveLength(1);
  });
});

describe("recording alerts", () => {
  type Recorded = Parameters<typeof one.store.writes.recordAlerts>[0];
  const record = (of: Partial<Recorded>) => {
    const nothing = { raised: [], resolved: [], deliveries: [] };
    const expected = { openIds: [], newest_id: 0 };
    return one.store.writes.recordAlerts({ account_id: 1, now: NOW, expected, ...nothing, ...of });
  };
  const late = { kind: "deliveries_late", waiting: 1 } as const;
  const raised = { kind: late.kind, subject_id: 0, since: NOW, detail: late } as const;
  const raise = (kind: "deliveries_late" | "quota_low", newest_id = 0) =>
    record({ expected: { openIds: [], newest_id }, raised: [{ ...raised, kind }] });

  it("does nothing if another process has raised or ended an alert of the account since", async () => {
    expect(await raise("deliveries_late")).toBe(true);
    expect(await raise("quota_low")).toBe(false);
    const [{ id } = { id: 0 }] = await one.store.reads.listAlerts({ account_id: 1, resolved: 9 });
    expect(await raise("quota_low", id)).toBe(false);
    const resolved = [{ id, resolution: "recovered" }] as const;
    const end = (openIds: readonly number[]) =>
      record({ expected: { openIds, newest_id: id }, resolved });
    expect(await end([])).toBe(false);
    expect(await end([id])).toBe(true);
    expect(await end([id])).toBe(false);
    // Raised and ended meanwhile: an older look does not raise it again.
    expect(await raise("deliveries_late", 0)).toBe(false);
    expect(await raise("deliveries_late", id)).toBe(true);
  });

  it("leaves nothing behind if its transaction fails", async () => {
    const webhook = await one.store.reads.findAlertWebhook({ account_id: 1 });
    const delivery = (uid: string) => ({
      destination_id: webhook?.id ?? 0,
      uid,
      body: {
        content_type: "application/json",
        body: Buffer.from("{}"),
        // Both databases demand 32 bytes.
        sha256: Buffer.alloc(uid === "good" ? 32 : 1),
      },
    });
    const deliveries = [delivery("good"), delivery("bad")];

    await expect(record({ raised: [raised], deliveries })).rejects.toThrow(/constraint/i);

    expect(await messages()).toEqual([]);
    expect(await one.store.reads.listAlerts({ account_id: 1, resolved: 9 })).toEqual([]);
  });
});
