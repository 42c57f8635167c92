/** Checks that deliveries have plausible times, and that their stored bodies match their hashes. */
import { hash } from "node:crypto";
import type { Db } from "../store/engine/schema.ts";
import type { Check } from "./check.ts";

const BODY_BATCH = 200;
const DAY_MS = 24 * 3_600 * 1_000;
/** More than any back-off: the longest of the built-in schedule is four hours. */
const MAX_WAIT_MS = 3 * DAY_MS;
const MAX_REPORTED = 20;

export const checkDeliveries: Check = {
  name: "deliveries",
  async *run({ opened: { db }, now, isQuick }) {
    const all = db.selectFrom("delivery").select("id").orderBy("id").limit(MAX_REPORTED);
    const far = all.where("next_attempt_at", ">", now + MAX_WAIT_MS);
    for (const { id } of await far.execute()) {
      yield `delivery ${id} is due only in more than three days; check the clock, then re-fire it`;
    }
    const leased = all.where("lease_expires_at", ">", now + DAY_MS);
    for (const { id } of await leased.execute()) {
      yield `delivery ${id} is leased for more than a day; check the clock`;
    }
    const backwards = all.whereRef("finished_at", "<", "created_at");
    for (const { id } of await backwards.execute()) {
      yield `delivery ${id} finished before it was created`;
    }
    if (!isQuick) yield* damagedBodies(db);
  },
};

async function* damagedBodies(db: Db): AsyncGenerator<string> {
  let last = { submission_id: 0, webhook_id: 0 };
  for (;;) {
    const { submission_id, webhook_id } = last;
    const rows = await db
      .selectFrom("delivery_body")
      .select(["submission_id", "webhook_id", "body", "sha256"])
      .where((row) =>
        row(row.refTuple("submission_id", "webhook_id"), ">", row.tuple(submission_id, webhook_id)),
      )
      .orderBy("submission_id")
      .orderBy("webhook_id")
      .limit(BODY_BATCH)
      .execute();
    for (const row of rows) {
      if (hash("sha256", row.body, "buffer").equals(row.sha256)) continue;
      yield `the body of submission ${row.submission_id} that was sent to webhook ${row.webhook_id} does not match its hash`;
    }
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = newest;
  }
}
