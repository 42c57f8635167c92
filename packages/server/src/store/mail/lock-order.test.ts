// Transactions that lock the same addresses and recipients on PostgreSQL wait for each other in one order only. They run
// without the store's retry of deadlocks, so that one fails the test.
import { isOnPostgres } from "../../../test/database.ts";
import { changeForm, useFixture } from "../../../test/fixture.ts";
import { outcomeOf } from "../../../test/store/outcomes.ts";
import { createRows } from "../../../test/store/rows.ts";
import type { Db } from "../engine/schema.ts";
import { recordAddressResults } from "./address-results.ts";
import { confirmAddress, confirmWithoutLink, pruneAddresses } from "./mail-addresses.ts";
import { unsubscribe } from "./subscriptions.ts";

const NOW = 5_000;
const ROUNDS = 30;
const NAMES = ["zoe", "ada", "bob-x", "bob_y", "Carl"].map((name) => `${name}@example.org`);

describe.runIf(isOnPostgres)("addresses and recipients", () => {
  const fixture = useFixture();
  beforeEach(() => changeForm(fixture, { notification_emails: NAMES.join(", "), now: NOW }));

  const repeat = async (run: (db: Db, round: number) => Promise<unknown>) => {
    for (let round = 0; round < ROUNDS; round += 1) await fixture.transact((db) => run(db, round));
  };

  async function failure(n: number) {
    const next = { state: "exhausted", reason: "smtp_550", next_attempt_at: null } as const;
    const { id } = await fixture.insert("delivery", {
      ...next,
      webhook_id: n + 1,
      url: `mailto:${NAMES[n]}`,
      trigger: "digest",
      finished_at: 1,
    });
    const gone = { kind: "email", goneAddress: `mailto:${NAMES[n]}`, next } as const;
    return outcomeOf(id, { destination_id: n + 1, submission_id: null, ...gone });
  }

  it("are changed by saving, unsubscribing, confirming, suppressing and pruning at once", async () => {
    const outcomes = await Promise.all(NAMES.map((_, n) => failure(n)));
    const links = await fixture.rows("webhook", ["link_token"], { kind: "email" });
    const tokens = await fixture.rows("mail_address", ["link_token"]);
    const saving = async (turn: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const some = (round + turn) % 2 === 0 ? NAMES : NAMES.toReversed();
        await changeForm(fixture, {
          notification_emails: some.slice(round % 3).join(", "),
          notification_cc_emails: some.join(", "),
          now: NOW,
        });
      }
    };

    const ended = await Promise.allSettled([
      saving(0),
      saving(1),
      repeat((db, round) =>
        unsubscribe(db, { token: links[round % links.length]?.link_token ?? "", now: NOW }),
      ),
      repeat((db, round) =>
        confirmAddress(db, { token: tokens[round % tokens.length]?.link_token ?? "", now: NOW }),
      ),
      repeat((db) => confirmWithoutLink(db, { now: NOW })),
      repeat(async (db, round) => {
        const some = round % 2 === 0 ? outcomes : outcomes.toReversed();
        await recordAddressResults(db, { outcomes: some, now: NOW });
      }),
      repeat(async (db, round) => {
        const address = NAMES[round % NAMES.length]?.toLowerCase() ?? "";
        const forgotten = { suppressed_at: null, confirmed_at: null };
        await createRows(db).update("mail_address", forgotten, { address });
      }),
      repeat((db) => pruneAddresses(db, { after_id: 0, now: NOW, limit: 99 })),
    ]);

    expect(ended.filter(({ status }) => status === "rejected")).toEqual([]);
  });
});
