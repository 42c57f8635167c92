/** For tests: a database in a folder of its own, with one account and one form. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemRandom } from "../ids.ts";
import { createSecretBox, type SecretBox } from "../secret-box.ts";
import { secretHint } from "../webhook.ts";
import {
  type AcceptedSubmission,
  type AcceptSubmission,
  type NewSubmission,
  prepareAcceptSubmission,
} from "./accept-submission.ts";
import { type OpenDatabase, openSqlite } from "./database.ts";
import { firstStart } from "./first-start.ts";
import { migrate } from "./migrate.ts";
import { sealAtRest } from "./seal-at-rest.ts";
import { sealSecret } from "./webhook-seals.ts";

/** What the secrets of every fixture are sealed with. */
export const FIXTURE_KEYS = [Buffer.alloc(32, 7)];

export interface Fixture extends OpenDatabase {
  readonly box: SecretBox;
  readonly folder: string;
  readonly file: string;
  readonly accept: (submission: NewSubmission) => AcceptedSubmission;
  close(): Promise<void>;
}

/** Account 1, project 1, form 1 (uuid `00000000000a`), key 1. */
export async function openFixture(): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "intray-store-"));
  const { db, sqlite } = openSqlite(join(folder, "intray.db"), "writer");
  await migrate(db);
  const box = createSecretBox(FIXTURE_KEYS, systemRandom);
  await sealAtRest(db, box);
  await firstStart(db, {
    form_uuid: "00000000000a",
    key_hash: Buffer.alloc(32, 1),
    key_prefix: "itk_acct_",
    now: 1_000,
  });
  return {
    folder,
    file: join(folder, "intray.db"),
    box,
    db,
    sqlite,
    accept: acceptOne(prepareAcceptSubmission(db, sqlite)),
    async close() {
      await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As the writer does it, with a transaction for each. */
export function acceptOne(writer: AcceptSubmission): Fixture["accept"] {
  return (submission) => {
    try {
      const accepted = writer.take(submission);
      writer.settle();
      return accepted;
    } catch (error) {
      writer.forget();
      throw error;
    }
  };
}

/** A plain post to form 1; its content is unlike that of every other number. */
export function newSubmission(number: number, over: Partial<NewSubmission> = {}): NewSubmission {
  return {
    account_id: 1,
    form_id: 1,
    email: `person${number}@example.org`,
    fields: JSON.stringify([["message", `number ${number}`]]),
    spam: 0,
    spam_reason: null,
    source_url: null,
    source_host: null,
    source_path: null,
    source_fragment: null,
    source_query: null,
    ip: "127.0.0.1",
    referrer: null,
    user_agent: null,
    content_hash: number.toString(16).padStart(16, "0").repeat(2),
    duplicate_window_ms: 600_000,
    attachments: [],
    now: 2_000 + number,
    ...over,
  };
}

/** The signing secret of every webhook that {@link addWebhook} makes. */
export const FIXTURE_SECRET = "whsec_dGVzdA==";

/** One enabled webhook of form 1; its id. */
export async function addWebhook(
  { db, box }: Pick<Fixture, "db" | "box">,
  over: { enabled?: 0 | 1; trigger_when_spam?: 0 | 1; url?: string } = {},
): Promise<number> {
  const { id } = await db
    .insertInto("webhook")
    .values({
      account_id: 1,
      form_id: 1,
      name: "Receiver",
      url: "http://127.0.0.1:9/hook",
      format: "json",
      content_type: null,
      template: null,
      headers: "[]",
      trigger_when_spam: 0,
      enabled: 1,
      disabled_reason: null,
      signing_secret: "-",
      secret_hint: secretHint(FIXTURE_SECRET),
      last_failure_at: null,
      created_at: 1_000,
      updated_at: 1_000,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("webhook")
    .set({ signing_secret: sealSecret(box, id, "signing_secret", FIXTURE_SECRET) })
    .where("id", "=", id)
    .execute();
  return id;
}
