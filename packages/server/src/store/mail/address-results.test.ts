import { isOnPostgres } from "../../../test/database.ts";
import { watchScans } from "../../../test/sqlite-scans.ts";
import {
  attemptOf,
  leaseDeliveries,
  NOW,
  outcomeOf,
  RETRIED,
} from "../../../test/store/outcomes.ts";
import { changeForm, useFixture } from "../../../test/fixture.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import { recordAddressResults } from "./address-results.ts";
import {
  confirmAddress,
  listRecipients,
  listSuppressed,
  releaseAddress,
} from "./mail-addresses.ts";

const REPLY = "550 5.1.1 No such user";
const fixture = useFixture();
beforeEach(() => changeForm(fixture, { notification_emails: "Ada@example.org, bob@example.org" }));

/** Leases deliveries 1 to `count`, all to this address. */
async function mailTo(address: string, count: number): Promise<void> {
  await leaseDeliveries(fixture, count);
  await fixture.update("delivery", { url: `mailto:${address}` });
}
const attempt = attemptOf(1, { outcome: "failed", status: 550, response_excerpt: REPLY });
const refused = (id: number): Outcome =>
  outcomeOf(id, {
    kind: "email",
    next: { state: "exhausted", reason: "smtp_550", next_attempt_at: null },
    goneAddress: "mailto:ada@example.org",
    attempt,
  });
const arrived = (id: number) => outcomeOf(id, { kind: "email" });
const record = (...outcomes: Outcome[]) => recordOutcomes(fixture.db, { outcomes, now: NOW });
const suppressed = () => listSuppressed(fixture.db, { account_id: 1, limit: 10 });
const stateOf = async (address: string) =>
  (await listRecipients(fixture.db, { form_id: 1 })).find((one) => one.address === address)
    ?.disabled_reason;

describe("an address", () => {
  it("is suppressed when three e-mails to it have failed for good, and shows the last answer", async () => {
    await mailTo("ADA@example.org", 3);

    await record(refused(1), refused(2));
    const before = [await stateOf("Ada@example.org"), await suppressed()];
    await record(refused(3));

    expect(before).toEqual([null, []]);
    expect(await stateOf("Ada@example.org")).toBe("suppressed");
    expect(await stateOf("bob@example.org")).toBeNull();
    expect(await suppressed()).toMatchObject([
      { address: "ada@example.org", suppressed_at: NOW, suppressed_reason: REPLY },
    ]);
  });

  it("is suppressed by one batch of outcomes, also if it is no recipient of a form", async () => {
    await mailTo("submitter@example.org", 3);

    await record(refused(1), refused(2), refused(3));

    expect(await suppressed()).toMatchObject([
      { address: "submitter@example.org", failure_count: 3, suppressed_reason: REPLY },
    ]);
  });

  it("of an international domain is suppressed as it is written in DNS", async () => {
    await mailTo("Grace@bücher.example", 3);

    await record(refused(1), refused(2), refused(3));

    expect(await suppressed()).toMatchObject([{ address: "grace@xn--bcher-kva.example" }]);
  });

  it("is not suppressed if an e-mail arrived in between", async () => {
    await mailTo("ada@example.org", 6);

    await record(refused(1), refused(2));
    await record(arrived(3));
    await record(refused(4), arrived(5), refused(6));

    expect(await suppressed()).toEqual([]);
  });

  it.skipIf(isOnPostgres)("is looked up by an index when an e-mail arrives", async () => {
    await mailTo("ada@example.org", 1);

    const scans = await watchScans(fixture).scans((db) =>
      recordAddressResults(db, { outcomes: [arrived(1)], now: NOW }),
    );

    expect(scans).toEqual([]);
  });

  it("is not suppressed by retries, by the relay's own problems, or by webhooks", async () => {
    await mailTo("ada@example.org", 4);

    await record(
      outcomeOf(1, { kind: "email", next: RETRIED, attempt }),
      outcomeOf(2, {
        kind: "email",
        next: { state: "exhausted", reason: "smtp_554", next_attempt_at: null },
      }),
      { ...refused(3), kind: "webhook" },
      { ...refused(4), lease_token: "stale" },
    );

    expect(await suppressed()).toEqual([]);
    const counts = await fixture.rows("mail_address", ["failure_count"]);
    expect(counts.map(({ failure_count }) => failure_count)).toEqual([0, 0]);
  });

  it("gets e-mails again once it is released, and needs three more failures", async () => {
    await mailTo("ada@example.org", 5);
    await record(refused(1), refused(2), refused(3));

    const released = await releaseAddress(fixture.db, {
      account_id: 1,
      address: "ADA@example.org",
    });
    const again = await releaseAddress(fixture.db, { account_id: 1, address: "ada@example.org" });
    await record(refused(4), refused(5));

    expect([released, again]).toEqual([true, false]);
    expect(await suppressed()).toEqual([]);
    expect(await stateOf("Ada@example.org")).toBeNull();
  });

  it("of another account cannot be released, and is not suppressed with it", async () => {
    await mailTo("ada@example.org", 3);
    await record(refused(1), refused(2), refused(3));

    expect(await releaseAddress(fixture.db, { account_id: 2, address: "ada@example.org" })).toBe(
      false,
    );
    expect(await listSuppressed(fixture.db, { account_id: 2, limit: 10 })).toEqual([]);
  });

  it("stays suppressed when it is confirmed or added again", async () => {
    await mailTo("ada@example.org", 3);
    await record(refused(1), refused(2), refused(3));
    const { link_token } = await fixture.row("mail_address", ["link_token"], {
      address: "ada@example.org",
    });

    await confirmAddress(fixture.db, { token: link_token ?? "", now: NOW });
    for (const notification_emails of ["", "ada@example.org"]) {
      await changeForm(fixture, { notification_emails, now: NOW });
    }

    expect(await stateOf("ada@example.org")).toBe("suppressed");
  });
});
