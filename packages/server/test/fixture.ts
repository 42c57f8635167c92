/** A database of the kind that this test run uses, with one account and one form. */
import type { Insertable } from "kysely";
import { useEach, useShared } from "../../../test/harness/use.ts";
import type { FormChange } from "../src/domain/form.ts";
import { updateForm } from "../src/store/forms/forms.ts";
import type { RecipientChange } from "../src/store/mail/recipients.ts";
import type { NewSubmission } from "../src/store/submissions/new-submission.ts";
import type { AcceptedSubmission } from "../src/domain/submission/accepted-submission.ts";
import { prepareAcceptSubmission } from "../src/store/sqlite/accept-submission.ts";
import { openSqlite } from "../src/store/sqlite/database.ts";
import { firstStart } from "../src/store/accounts/accounts.ts";
import { systemRandom } from "../src/platform/random.ts";
import { createSecretBox } from "../src/platform/secret-box.ts";
import { migrate } from "../src/store/migrate.ts";
import { encryptAtRest } from "../src/store/encrypt-at-rest.ts";
import { encryptSecret } from "../src/store/webhooks/webhook-encryption.ts";
import { secretHint } from "../src/domain/delivery/webhook.ts";
import { openPostgres } from "../src/store/postgres/database.ts";
import { createIntake } from "../src/store/postgres/intake.ts";
import { newEmailDestination } from "../src/store/destinations/email-destination.ts";
import type { Db, Schema } from "../src/store/engine/schema.ts";
import { freshDatabase } from "./database.ts";
import { createRows } from "./store/rows.ts";

export const FIRST_START = {
  form_uuid: "00000000000a",
  key_hash: Buffer.alloc(32, 1),
  key_prefix: "itk_acct_",
  now: 1_000,
};
export const FIXTURE_KEYS = [Buffer.alloc(32, 7)];
/** Encrypts with {@link FIXTURE_KEYS}. */
export const FIXTURE_BOX = createSecretBox(FIXTURE_KEYS, systemRandom);

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/**
 * Creates account 1, project 1, form 1 (uuid `00000000000a`) and key 1.
 *
 * @param isEmpty Migrates a new database instead of copying one that was migrated when the run started.
 */
export async function openFixture({ isEmpty = false } = {}) {
  const fresh = await freshDatabase({ isEmpty });
  const { database } = fresh;
  const opened =
    database.kind === "postgres"
      ? await openPostgres(database.url, () => undefined)
      : openSqlite(database.file, "writer");
  const { db } = opened;
  await migrate(db);
  const box = FIXTURE_BOX;
  await encryptAtRest(db, box);
  await db.transaction().execute((transaction) => firstStart(transaction, FIRST_START));
  const intake =
    "pool" in opened
      ? createIntake(opened.pool)
      : { accept: acceptOne(prepareAcceptSubmission(db, opened.sqlite)) };
  return {
    database,
    box,
    db,
    ...createRows(db),
    /** For tests of SQLite only. @throws Error on PostgreSQL. */
    get sqlite() {
      if (!("sqlite" in opened)) throw new Error("This test run uses PostgreSQL.");
      return opened.sqlite;
    },
    /** For tests of PostgreSQL only. @throws Error on SQLite. */
    get postgresUrl() {
      if (database.kind !== "postgres") throw new Error("This test run uses SQLite.");
      return database.url;
    },
    transact: <T>(run: (on: Db) => Promise<T>) => db.transaction().execute(run),
    accept: async (submission: NewSubmission) => intake.accept(submission),
    async close() {
      await db.destroy();
      await fresh.drop();
    },
  };
}

type FixtureOptions = Parameters<typeof openFixture>[0];

/** Opens a fixture for each test of the file or block. */
export const useFixture = (options?: FixtureOptions): Fixture =>
  useEach(() => openFixture(options));

/** Opens one fixture for all tests of the file or block. */
export const useSharedFixture = (options?: FixtureOptions): Fixture =>
  useShared(() => openFixture(options));

/** Accepts each submission in its own transaction, as the writer thread does. */
export const acceptOne =
  (
    writer: ReturnType<typeof prepareAcceptSubmission>,
  ): ((submission: NewSubmission) => AcceptedSubmission) =>
  (submission) => {
    try {
      const accepted = writer.accept(submission);
      writer.flush();
      writer.committed();
      return accepted;
    } catch (error) {
      writer.rolledBack();
      throw error;
    }
  };

/** What a change of a form needs, of which the test does not mind the recipients. */
export const RECIPIENTS = { seed: "seed", mustConfirm: true };

/** Changes settings of a form, by default form 1, as the API does. Nobody has to confirm an address by default. */
export async function changeForm(
  { box, transact }: Pick<Fixture, "box" | "transact">,
  {
    form_id = 1,
    now = 1_000,
    recipients = { seed: "seed", mustConfirm: false },
    ...settings
  }: FormChange & Partial<{ form_id: number; now: number; recipients: RecipientChange }>,
) {
  const ref = { id: form_id, uuid: undefined };
  const change = { account_id: 1, ref, settings, recipients, now };
  return (await transact((db) => updateForm(db, change, box))).form;
}

/** The uid of {@link newSubmission}. */
const uidOfPost = (number: number) => `uid${number}`;

/** A post to form 1 whose content differs for each number. */
export function newSubmission(number: number, over: Partial<NewSubmission> = {}): NewSubmission {
  return {
    account_id: 1,
    form_id: 1,
    uid: uidOfPost(number),
    email: `person${number}@example.org`,
    fields: JSON.stringify([["message", `number ${number}`]]),
    spam: 0,
    spam_reason: null,
    spam_findings: null,
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
    geocoded: null,
    lead: null,
    now: 2_000 + number,
    ...over,
  };
}

/** A stored file of a post; `number` makes its key and token unique. */
export const newAttachment = (
  number: number,
  over: Partial<NewSubmission["attachments"][number]> = {},
): NewSubmission["attachments"][number] => ({
  name: "a.txt",
  form_name: "file",
  content_type: "text/plain",
  file_size: 1,
  sha256: "00".repeat(32),
  storage_key: `key${number}`,
  public_token: `token${number}`,
  ...over,
});

export const addAccount = async ({ db }: Pick<Fixture, "db">): Promise<number> =>
  (await createRows(db).insert("account", { name: "Stranger", created_at: 1 })).id;

/** Adds a copy of form 1 with a uuid of its own and returns its id. */
export async function addForm({ db }: Pick<Fixture, "db">): Promise<number> {
  const { id: _, ...form } = await db.selectFrom("form").selectAll().executeTakeFirstOrThrow();
  return (await createRows(db).insert("form", { ...form, uuid: "00000000000b" })).id;
}

/** The signing secret of every webhook that {@link addWebhook} creates. */
export const FIXTURE_SECRET = "whsec_dGVzdA==";

/** Adds an enabled webhook to form 1 and returns its id. */
export async function addWebhook(
  { db, box }: Pick<Fixture, "db" | "box">,
  over: Partial<Insertable<Schema["webhook"]>> = {},
): Promise<number> {
  const { insert, update } = createRows(db);
  const { id } = await insert("webhook", {
    url: "http://127.0.0.1:9/hook",
    headers: "[]",
    signing_secret: "-",
    secret_hint: secretHint(FIXTURE_SECRET),
    ...over,
  });
  const signing_secret = encryptSecret(box, id, "signing_secret", FIXTURE_SECRET);
  await update("webhook", { signing_secret }, { id });
  return id;
}

/** Adds an enabled e-mail recipient of form 1 and returns its id. */
export async function addRecipient(
  { db }: Pick<Fixture, "db">,
  over: Partial<Insertable<Schema["webhook"]>> = {},
): Promise<number> {
  const ada = newEmailDestination({
    account_id: 1,
    form_id: 1,
    name: "Ada",
    url: "mailto:ada@example.org",
    enabled: 1,
    recipient_role: "to",
    link_token: "token",
    now: 1_000,
  });
  return (await createRows(db).insert("webhook", { ...ada, ...over })).id;
}
