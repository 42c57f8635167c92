/** For tests of digests: forms with recipients and a schedule, and the digests that were queued. */
import { hash } from "node:crypto";
import type { DigestRenderer, RenderedDigest } from "../../src/digests/queue-digests.ts";
import { createDigestQueue } from "../../src/digests/queue-digests.ts";
import { createIds } from "../../src/domain/ids.ts";
import { silentLog } from "../../src/platform/log.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createForm } from "../../src/store/forms/forms.ts";
import type { Fixture } from "../fixture.ts";

/** Settings of a form. */
export const DAILY_TO_ADA = {
  notification_schedule: "daily",
  notification_emails: "ada@example.org",
} as const;

/** Nobody has to confirm an address. */
const recipients = { seed: "seed", mustConfirm: false };

/** Creates another form of account 1 with a daily digest to ada@example.org, and returns its id. */
export async function addDailyForm(
  { db, box }: Pick<Fixture, "db" | "box">,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<number> {
  const settings = { ...DAILY_TO_ADA, name };
  const uuid = hash("sha256", name, "hex").slice(0, 12);
  const form = await db
    .transaction()
    .execute((transaction) =>
      createForm(transaction, { account_id: 1, uuid, settings, recipients, now }, box),
    );
  return form.id;
}

const summaryOf = ({ recipient, ham, spam, from, to }: RenderedDigest) => ({
  to: recipient.url,
  ham: ham.listed.map(({ id }) => id),
  hamCount: ham.count,
  spam: spam.listed.map(({ id }) => id),
  spamCount: spam.count,
  from,
  until: to,
});

/** Writes the ids of the listed submissions instead of a mail. */
export const renderIds = async (digest: RenderedDigest): Promise<Uint8Array> =>
  Buffer.from(JSON.stringify(summaryOf(digest)));

/** A queue whose digests are read with {@link queuedDigests}, unless another renderer is given. */
export const digestQueue = (
  parts: Pick<Parameters<typeof createDigestQueue>[0], "store" | "clockWatch">,
  renderer: Partial<DigestRenderer> = {},
) =>
  createDigestQueue({
    store: parts.store,
    clockWatch: parts.clockWatch,
    ids: createIds(systemRandom),
    log: silentLog,
    renderer: { maxHam: 30, maxSpam: 20, render: renderIds, ...renderer },
  });

/** The digests that were queued, oldest first. */
export async function queuedDigests({ db }: Pick<Fixture, "db">) {
  const rows = await db
    .selectFrom("delivery")
    .innerJoin("test_body", "test_body.delivery_id", "delivery.id")
    .select([
      "delivery.form_id",
      "delivery.state",
      "delivery.created_at",
      "delivery.url",
      "test_body.body",
    ])
    .where("delivery.trigger", "=", "digest")
    .orderBy("delivery.id")
    .execute();
  return rows.map(({ body, ...row }) => ({
    ...row,
    ...(JSON.parse(Buffer.from(body).toString()) as ReturnType<typeof summaryOf>),
  }));
}
