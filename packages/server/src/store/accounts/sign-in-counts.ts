/** Counts of wrong passwords and the delays that follow, shared by all processes and kept over restarts. */
import type { SignInSubject } from "../../domain/account/sign-in-delay.ts";
import { delayAfter, FORGET_AFTER_MS } from "../../domain/account/sign-in-delay.ts";
import type { Db, Schema } from "../engine/schema.ts";

type Attempt = { readonly subjects: readonly SignInSubject[]; readonly now: number };

/** Returns in how many milliseconds the next attempt is allowed; 0 = now. */
export async function signInWait(db: Db, { subjects, now }: Attempt): Promise<number> {
  const rows = await db
    .selectFrom("sign_in_count")
    .select(["subject", "retry_at", "expires_at"])
    .where("subject", "in", subjects.map(keyOf))
    .execute();
  return longest(
    subjects.map((subject) =>
      waitOf(
        subject,
        now,
        rows.find(({ subject: key }) => keyOf(subject).equals(key)),
      ),
    ),
  );
}

/**
 * Counts an attempt as wrong before its password is checked, so that attempts at the same time cannot all pass.
 * Counts nothing if one of the subjects has to wait. Returns the wait as {@link signInWait} does.
 */
export async function reserveSignIn(db: Db, { subjects, now }: Attempt): Promise<number> {
  const rows = [];
  // One after the other, in the same order everywhere: on PostgreSQL each locks its row.
  for (const subject of subjects) rows.push({ subject, row: await lockRow(db, subject, now) });
  const wait = longest(rows.map(({ subject, row }) => waitOf(subject, now, row)));
  if (wait > 0) return wait;
  for (const { subject, row } of rows) {
    const failures = (row.expires_at <= now ? 0 : row.failures) + 1;
    await db
      .updateTable("sign_in_count")
      .set({
        failures,
        retry_at: now + delayAfter(failures, subject),
        expires_at: now + FORGET_AFTER_MS,
      })
      .where("subject", "=", keyOf(subject))
      .execute();
  }
  return 0;
}

/**
 * Takes back one attempt whose password was right. Earlier wrong ones stay counted: a person with a login of
 * their own could otherwise guess another's without a delay.
 */
export async function refundSignIn(db: Db, { subjects, now }: Attempt): Promise<void> {
  for (const subject of subjects) {
    await db
      .updateTable("sign_in_count")
      .set((old) => ({ failures: old("failures", "-", 1), retry_at: now }))
      .where("subject", "=", keyOf(subject))
      .where("failures", ">", 0)
      .execute();
  }
}

export async function clearSignInCount(
  db: Db,
  { subject }: { readonly subject: SignInSubject },
): Promise<void> {
  await db.deleteFrom("sign_in_count").where("subject", "=", keyOf(subject)).execute();
}

/** The row of a subject, created if missing; on PostgreSQL locked until the transaction ends. */
function lockRow(db: Db, subject: SignInSubject, now: number) {
  return db
    .insertInto("sign_in_count")
    .values({ subject: keyOf(subject), failures: 0, retry_at: now, expires_at: now })
    .onConflict((conflict) =>
      conflict.column("subject").doUpdateSet((row) => ({ subject: row.ref("excluded.subject") })),
    )
    .returning(["failures", "retry_at", "expires_at"])
    .executeTakeFirstOrThrow();
}

/** A longer wait than the longest delay was written before the clock was set back, and does not count. */
function waitOf(
  { maxDelayMs }: SignInSubject,
  now: number,
  row: Pick<Schema["sign_in_count"], "retry_at" | "expires_at"> | undefined,
): number {
  if (row === undefined || row.expires_at <= now) return 0;
  const wait = row.retry_at - now;
  return wait <= maxDelayMs ? wait : 0;
}

const longest = (waits: readonly number[]) => Math.max(0, ...waits);
const keyOf = ({ hash }: SignInSubject) => Buffer.from(hash);
