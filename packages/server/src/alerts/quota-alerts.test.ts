// Alerts about files that come near the quota of an account or of a form.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newSubmission } from "../../test/store-fixture.ts";
import {
  type AlertHarness,
  MINUTE_MS,
  openAlertHarness,
  type WatchedProcess,
} from "../../test/store/alerts.ts";

let harness: AlertHarness;
let one: WatchedProcess;
beforeEach(async () => {
  harness = await openAlertHarness();
  one = await harness.open();
});
afterEach(() => harness.close());

const alerts = async () =>
  (await one.store.reads.listAlerts({ account_id: 1, resolved: 50 })).map(
    ({ kind, subject_id, resolution }) => [kind, subject_id, resolution],
  );

describe("the quota for files", () => {
  const use = async (bytes: number) => {
    await harness.fixture.db.deleteFrom("file_total").execute();
    await harness.fixture.db
      .insertInto("file_total")
      .values({ account_id: 1, bytes, files: 1 })
      .execute();
  };

  it("raises an alert at 80 %, until less than 75 % is used", async () => {
    const limited = await harness.open({ quotaBytes: 1_000 });
    const seen: unknown[] = [];
    for (const bytes of [799, 800, 750, 749]) {
      await use(bytes);
      await limited.look();
      seen.push(await alerts());
    }

    expect(seen).toEqual([
      [],
      [["quota_low", 0, null]],
      [["quota_low", 0, null]],
      [["quota_low", 0, "recovered"]],
    ]);
  });

  it("of a form raises an alert that another process keeps open, until less than 75 % is used", async () => {
    const seeing = await harness.open({ formQuotaBytes: 1_000 });
    const restarted = await harness.open({ formQuotaBytes: 1_000 });
    const files = async (...sizes: readonly number[]) => {
      await harness.fixture.db.deleteFrom("submission").execute();
      for (const [n, file_size] of sizes.entries()) {
        await harness.fixture.accept(
          newSubmission(n + 1, {
            attachments: [
              {
                name: "a.txt",
                form_name: "file",
                content_type: "text/plain",
                file_size,
                sha256: "00".repeat(32),
                storage_key: `key${sizes.join()} ${n}`,
                public_token: `token${sizes.join()} ${n}`,
              },
            ],
          }),
        );
      }
      // Sizes are read once a minute.
      for (const process of [seeing, restarted]) process.clock.advance(MINUTE_MS);
    };
    const seen: unknown[] = [];

    await files(500, 299);
    await seeing.look();
    seen.push(await alerts());
    await files(500, 300);
    await seeing.look();
    seen.push(await alerts());
    seeing.formsNearQuota = [1];
    await seeing.look();
    await restarted.look();
    seen.push(await alerts());
    await files(750);
    await restarted.look();
    seen.push(await alerts());
    await files(749);
    await restarted.look();
    seen.push(await alerts());

    expect(seen).toEqual([
      [],
      [],
      [["quota_low", 1, null]],
      [["quota_low", 1, null]],
      [["quota_low", 1, "recovered"]],
    ]);
    const [alert] = await seeing.store.reads.listAlerts({ account_id: 1, resolved: 9 });
    expect(alert?.detail).toMatchObject({
      form: expect.any(String),
      used_bytes: 800,
      max_bytes: 1_000,
    });
  });
});
