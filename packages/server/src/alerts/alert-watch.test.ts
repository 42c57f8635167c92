// What raises an alert and what ends it, decided by processes on one database.
import { randomBytes } from "node:crypto";
import { useEach } from "../../../../test/harness/use.ts";
import type { DeliveryErrorCode } from "../domain/delivery/delivery.ts";
import { addAccount, addRecipient, newAttachment, newSubmission } from "../../test/fixture.ts";
import { MINUTE_MS, NOW, openAlertHarness } from "../../test/store/alerts.ts";

const harness = useEach(openAlertHarness);
const one = useEach(() => harness.open());
const other = useEach(() => harness.open());

const alerts = () => one.alerts();
const look = async () => {
  await one.look();
  await other.look();
};
const advance = (ms: number) => [one, other].forEach(({ clock }) => clock.advance(ms));

describe("a webhook", () => {
  it("raises one alert when it has failed for 15 minutes, which ends when it works", async () => {
    const id = await harness.webhook({ failing_since: NOW - 14 * MINUTE_MS });

    await look();
    const early = await alerts();
    advance(MINUTE_MS);
    await Promise.all([one.look(), other.look()]);
    const raised = await alerts();
    await harness.change(id, { failing_since: null, failure_count: 0 });
    await Promise.all([one.look(), other.look()]);
    const over = await alerts();

    expect(early).toEqual([]);
    expect(raised).toEqual([["webhook_failing", id, null]]);
    expect(over).toEqual([["webhook_failing", id, "recovered"]]);
  });

  it("that the server disables replaces the alert that it fails", async () => {
    const id = await harness.webhook({ failing_since: NOW - 20 * MINUTE_MS });
    await look();

    await harness.change(id, { enabled: 0, disabled_reason: "failing" });
    await look();

    expect(await alerts()).toEqual([
      ["webhook_disabled", id, null],
      ["webhook_failing", id, "withdrawn"],
    ]);
  });

  it("whose receiver answers 410 is reported as disabled at once", async () => {
    const gone = { enabled: 0, disabled_reason: "gone", failing_since: null } as const;
    const id = await harness.webhook({ ...gone, last_failure_at: NOW });

    await look();

    expect(await alerts()).toEqual([["webhook_disabled", id, null]]);
  });

  it.each([
    ["a person disables has its alert", { enabled: 0, disabled_reason: "by_hand" }, "withdrawn"],
    ["a person enables again has it", { failing_since: null, updated_at: NOW + 1 }, "withdrawn"],
    ["flaps has the same alert, open as before:", { failing_since: NOW }, null],
  ] as const)("that %s %s", async (_, change, resolution) => {
    const id = await harness.webhook({ failing_since: NOW - 20 * MINUTE_MS });
    await look();

    await harness.change(id, change);
    await look();

    expect(await alerts()).toEqual([["webhook_failing", id, resolution]]);
  });

  it("that is deleted ends its alert silently", async () => {
    const id = await harness.webhook({ failing_since: NOW - 20 * MINUTE_MS });
    await look();

    await one.store.writes.deleteWebhook({ account_id: 1, id });
    await look();

    expect(await alerts()).toEqual([["webhook_failing", id, "withdrawn"]]);
  });

  it("that works after a person has changed its URL ends its alert as recovered", async () => {
    const id = await harness.webhook({ failing_since: NOW - 20 * MINUTE_MS });
    await look();

    await harness.fixture.accept(newSubmission(1));
    const succeeded = { state: "succeeded", next_attempt_at: null, finished_at: NOW + 2 } as const;
    await harness.fixture.update("delivery", succeeded);
    await harness.change(id, { failing_since: null, updated_at: NOW + 1 });
    await look();

    expect(await alerts()).toEqual([["webhook_failing", id, "recovered"]]);
  });

  it("of a deleted form raises none, nor does one that a person disabled", async () => {
    const failing = { failing_since: NOW - 60 * MINUTE_MS };
    await harness.webhook({ ...failing, enabled: 0, disabled_reason: "by_hand" });
    await harness.webhook(failing);
    await harness.fixture.update("form", { deleted_at: NOW });

    await look();

    expect(await alerts()).toEqual([]);
  });
});

describe("deliveries", () => {
  const dueAt = (at: number) =>
    harness.fixture.update("delivery", { next_attempt_at: at }, { state: "queued" });

  it("that are due for 10 minutes raise an alert, until none is late by half of it", async () => {
    await harness.webhook();
    await harness.fixture.accept(newSubmission(1));
    await dueAt(NOW - 9 * MINUTE_MS);

    await look();
    expect(await alerts()).toEqual([]);
    advance(MINUTE_MS);
    await look();
    expect(await alerts()).toEqual([["deliveries_late", 0, null]]);
    await dueAt(NOW - 5 * MINUTE_MS);
    await look();
    expect(await alerts()).toEqual([["deliveries_late", 0, null]]);
    await dueAt(NOW);
    await look();
    expect(await alerts()).toEqual([["deliveries_late", 0, "recovered"]]);
  });

  it("of a disabled webhook are not late", async () => {
    const id = await harness.webhook();
    await harness.fixture.accept(newSubmission(1));
    await dueAt(NOW - 60 * MINUTE_MS);
    await harness.change(id, { enabled: 0, disabled_reason: "by_hand" });

    await look();

    expect(await alerts()).toEqual([]);
  });
});

describe("an API key", () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const key = async (days: number, lifeDays = 365) => {
    const expires_at = NOW + days * DAY_MS;
    const made = { hash: randomBytes(32), created_at: expires_at - lifeDays * DAY_MS, expires_at };
    return (await harness.fixture.insert("api_key", made)).id;
  };

  it("raises one alert 14 days before it expires, and one 3 days before, on all processes", async () => {
    const id = await key(14.5);

    await look();
    const early = await alerts();
    advance(DAY_MS);
    await Promise.all([one.look(), other.look()]);
    const first = await alerts();
    advance(11 * DAY_MS);
    await Promise.all([one.look(), other.look()]);
    const second = await alerts();
    advance(3 * DAY_MS);
    await look();

    expect(early).toEqual([]);
    expect(first).toEqual([["key_expires", id, null]]);
    expect(second).toEqual([
      ["key_expires_soon", id, null],
      ["key_expires", id, "withdrawn"],
    ]);
    expect(await alerts()).toEqual([
      ["key_expires_soon", id, "withdrawn"],
      ["key_expires", id, "withdrawn"],
    ]);
  });

  it.each([
    ["that was made for less than 14 days", 10, 13, []],
    ["that was made for a day", 0.5, 1, []],
    ["that has expired", -1, 365, []],
    ["that expires tomorrow", 1, 365, ["key_expires_soon"]],
  ])("%s raises the alerts that are due", async (_, days, life, expected) => {
    await key(days, life);

    await look();

    expect((await alerts()).map(([kind]) => kind)).toEqual(expected);
  });

  it("that is rotated or revoked has no alert any more", async () => {
    const [rotated, revoked] = [await key(10), await key(2)];
    await look();

    await harness.fixture.insert("api_key", { replaces: rotated, hash: randomBytes(32) });
    await one.store.writes.deleteApiKey({ account_id: 1, id: revoked });
    await look();

    expect(new Set((await alerts()).map(([, , resolution]) => resolution))).toEqual(
      new Set(["withdrawn"]),
    );
  });

  it.each([-20, 5, 100])(
    "has each alert once if the clock is set by %i days and back",
    async (days) => {
      await key(10);
      await look();
      const before = await alerts();

      for (const by of [days, -days]) {
        one.clock.stepWall(by * DAY_MS);
        await one.look();
      }

      expect(before).toHaveLength(1);
      expect(await alerts()).toEqual(before);
    },
  );
});

describe("the disk", () => {
  it("raises an alert when little more is free than what is kept free, to the oldest account", async () => {
    await addAccount(harness.fixture);
    one.disk = { freeBytes: 19, minFreeBytes: 10 };

    await look();

    expect(await alerts()).toEqual([["disk_low", 0, null]]);
    expect(await one.store.reads.listAlerts({ account_id: 2, resolved: 9 })).toEqual([]);
  });

  it("of one process is not declared fine by another, which has a disk of its own", async () => {
    one.disk = { freeBytes: 19, minFreeBytes: 10 };
    for (let minute = 0; minute < 10; minute += 1) {
      await look();
      advance(MINUTE_MS);
    }
    const low = await alerts();
    one.disk = { freeBytes: 29, minFreeBytes: 10 };
    await look();
    const better = await alerts();
    one.disk = { freeBytes: 31, minFreeBytes: 10 };
    for (let minute = 0; minute < 4; minute += 1) {
      advance(MINUTE_MS);
      await look();
    }

    expect(low).toEqual([["disk_low", 0, null]]);
    expect(better).toEqual([["disk_low", 0, null]]);
    expect(await alerts()).toEqual([["disk_low", 0, "recovered"]]);
  });

  it("is not watched if nothing is kept free", async () => {
    one.disk = { freeBytes: 0, minFreeBytes: 0 };

    await look();

    expect(await alerts()).toEqual([]);
  });
});

describe("e-mail", () => {
  const fails = async (error_code: DeliveryErrorCode) => {
    const id = await addRecipient(harness.fixture, { failing_since: NOW - 15 * MINUTE_MS });
    await harness.fixture.accept(newSubmission(id));
    const { id: delivery_id } = await harness.fixture.row("delivery", ["id"], { webhook_id: id });
    await harness.fixture.update("delivery", { next_attempt_at: NOW + MINUTE_MS });
    await harness.fixture.insert("attempt", { delivery_id, started_at: NOW, error_code });
    return id;
  };

  it("that the relay has not taken for 15 minutes raises one alert, whoever it is for", async () => {
    const ids = [await fails("connection_refused"), await fails("auth_failed")];

    await look();
    const raised = await alerts();
    for (const id of ids) await harness.change(id, { failing_since: null });
    await look();

    expect(raised).toEqual([["mail_failing", 0, null]]);
    expect(await alerts()).toEqual([["mail_failing", 0, "recovered"]]);
  });

  it("that one recipient's server refuses raises none", async () => {
    await fails("smtp_status");

    await look();

    expect(await alerts()).toEqual([]);
  });
});

describe("the quota for files", () => {
  const use = async (bytes: number) => {
    await harness.fixture.db.deleteFrom("file_total").execute();
    await harness.fixture.insert("file_total", { account_id: 1, bytes, files: 1 });
  };

  it("raises an alert at 80 %, until less than 75 % is used", async () => {
    const limited = await harness.open({ quotaBytes: 1_000 });
    const seen: unknown[] = [];
    for (const bytes of [799, 800, 750, 749]) {
      await use(bytes);
      await limited.look();
      seen.push(await alerts());
    }

    const low = [["quota_low", 0, null]];
    expect(seen).toEqual([[], low, low, [["quota_low", 0, "recovered"]]]);
  });

  it("of a form raises an alert that another process keeps open, until less than 75 % is used", async () => {
    const seeing = await harness.open({ formQuotaBytes: 1_000 });
    const restarted = await harness.open({ formQuotaBytes: 1_000 });
    const files = async (...sizes: readonly number[]) => {
      await harness.fixture.db.deleteFrom("submission").execute();
      for (const [n, file_size] of sizes.entries()) {
        const attachments = [newAttachment(100 * file_size + n, { file_size })];
        await harness.fixture.accept(newSubmission(n + 1, { attachments }));
      }
      // Sizes are read once a minute.
      for (const process of [seeing, restarted]) process.clock.advance(MINUTE_MS);
    };
    const seen: unknown[] = [];
    const lookBy = async (...processes: readonly (typeof one)[]) => {
      for (const process of processes) await process.look();
      seen.push(await alerts());
    };

    await files(500, 299);
    await lookBy(seeing);
    await files(500, 300);
    await lookBy(seeing);
    seeing.formsNearQuota = [1];
    await lookBy(seeing, restarted);
    await files(750);
    await lookBy(restarted);
    await files(749);
    await lookBy(restarted);

    const low = [["quota_low", 1, null]];
    expect(seen).toEqual([[], [], low, low, [["quota_low", 1, "recovered"]]]);
    const [alert] = await seeing.store.reads.listAlerts({ account_id: 1, resolved: 9 });
    const used = { form: expect.any(String) as string, used_bytes: 800, max_bytes: 1_000 };
    expect(alert?.detail).toMatchObject(used);
  });
});
