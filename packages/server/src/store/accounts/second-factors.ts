/** The second factors of logins: passkeys, the authenticator app, recovery codes, and the proof by one of them. */
import { type Selectable, sql } from "kysely";
import { hashRecoveryCode, stepOfCode } from "../../domain/account/second-factor.ts";
import { AppError } from "../../domain/errors.ts";
import { ifDecryptable, type SecretBox } from "../../platform/secret-box.ts";
import { lockRow } from "../engine/dialect.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { recordCommandAudit } from "./audit.ts";
import { requireLogin } from "./logins.ts";

const PASSKEY_COLUMNS = ["id", "name", "created_at", "last_used_at"] as const;

export type PasskeyEntry = Readonly<
  Pick<Selectable<Schema["passkey"]>, (typeof PASSKEY_COLUMNS)[number]>
>;

export interface SecondFactors {
  readonly passkeys: readonly PasskeyEntry[];
  readonly hasApp: boolean;
  /** How many are left. */
  readonly recoveryCodes: number;
}

type OfLogin = { readonly login_id: number };

/** More are not added: a person has a few. */
const MAX_PASSKEYS = 20;

/** The second factors of a login, the oldest passkey first. */
export async function listSecondFactors(db: Db, { login_id }: OfLogin): Promise<SecondFactors> {
  const passkeys = await db
    .selectFrom("passkey")
    .select(PASSKEY_COLUMNS)
    .where("login_id", "=", login_id)
    .orderBy("id")
    .execute();
  const login = await db
    .selectFrom("login")
    .select("totp_secret")
    .where("id", "=", login_id)
    .executeTakeFirst();
  const codes = await db
    .selectFrom("recovery_code")
    .select("hash")
    .where("login_id", "=", login_id)
    .execute();
  return { passkeys, hasApp: login?.totp_secret != null, recoveryCodes: codes.length };
}

/** Of a row of `login`: whether there is an authenticator app or a passkey. Recovery codes alone are none. */
export const HAS_FACTOR = sql<boolean>`(login.totp_secret is not null
  or exists (select 1 from passkey where passkey.login_id = login.id))`;

const secretPlace = (login_id: number) => `login/${login_id}/totp_secret`;

/** Sets or replaces the authenticator app. @param step Of the code that proved it. */
export async function setTotpSecret(
  db: Db,
  { login_id, secret, step }: OfLogin & { readonly secret: string; readonly step: number },
  box: SecretBox,
): Promise<void> {
  const totp_secret = box.encrypt(secret, secretPlace(login_id));
  await changeLogin(db, login_id, { totp_secret, totp_step: step });
}

/** Encrypts the secret of the app again with the current key. One that no key decrypts stays as it is. */
export async function reencryptTotpSecrets(db: Db, box: SecretBox): Promise<void> {
  const logins = await db
    .selectFrom("login")
    .select(["id", "totp_secret"])
    .where("totp_secret", "is not", null)
    .execute();
  for (const { id, totp_secret } of logins) {
    if (totp_secret === null || box.isCurrent(totp_secret)) continue;
    const secret = decrypted(box, id, totp_secret);
    if (secret === undefined) continue;
    await changeLogin(db, id, { totp_secret: box.encrypt(secret, secretPlace(id)) });
  }
}

const decrypted = (box: SecretBox, login_id: number, totp_secret: string): string | undefined =>
  ifDecryptable(() => box.decrypt(totp_secret, secretPlace(login_id)));

async function changeLogin(
  db: Db,
  id: number,
  columns: Partial<Pick<Selectable<Schema["login"]>, "totp_secret" | "totp_step">>,
): Promise<void> {
  await db.updateTable("login").set(columns).where("id", "=", id).execute();
}

/** Replaces all recovery codes. */
export async function setRecoveryCodes(
  db: Db,
  { login_id, codes }: OfLogin & { readonly codes: readonly string[] },
): Promise<void> {
  await lockRow(db, "login", login_id);
  await db.deleteFrom("recovery_code").where("login_id", "=", login_id).execute();
  const rows = codes.map((code) => ({ login_id, hash: hashRecoveryCode(code) }));
  await db.insertInto("recovery_code").values(rows).execute();
}

export type CodeKind = "authenticator app" | "recovery code";

/**
 * Accepts a code of the authenticator app or a recovery code, each once, on however many processes it is sent.
 *
 * @returns What it was; `undefined` if it is wrong or was used before.
 * @throws AppError `conflict` if the secret of the app cannot be decrypted.
 */
export async function acceptCode(
  db: Db,
  { login_id, code, now }: OfLogin & { readonly code: string; readonly now: number },
  box: SecretBox,
): Promise<CodeKind | undefined> {
  await lockRow(db, "login", login_id);
  const used = await db
    .deleteFrom("recovery_code")
    .where("login_id", "=", login_id)
    .where("hash", "=", hashRecoveryCode(code))
    .returning("login_id")
    .executeTakeFirst();
  if (used !== undefined) return "recovery code";
  const login = await db
    .selectFrom("login")
    .select(["totp_secret", "totp_step"])
    .where("id", "=", login_id)
    .executeTakeFirst();
  if (login?.totp_secret == null) return undefined;
  const secret = decrypted(box, login_id, login.totp_secret);
  if (secret === undefined) {
    throw new AppError(
      "conflict",
      "The server cannot read the key of your app. Use a passkey or a recovery code, then set up the app again.",
    );
  }
  const step = stepOfCode(secret, code, now);
  if (step === undefined || step <= (login.totp_step ?? 0)) return undefined;
  await changeLogin(db, login_id, { totp_step: step });
  return "authenticator app";
}

export interface NewPasskey {
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  /** A JSON array. */
  readonly transports: string;
  readonly name: string;
}

/** @throws AppError `conflict` if the passkey is known, or the login has {@link MAX_PASSKEYS}. */
export async function addPasskey(
  db: Db,
  { login_id, now, public_key, ...passkey }: OfLogin & NewPasskey & { readonly now: number },
): Promise<void> {
  await lockRow(db, "login", login_id);
  const { passkeys } = await listSecondFactors(db, { login_id });
  if (passkeys.length >= MAX_PASSKEYS) {
    throw new AppError("conflict", `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const added = await db
    .insertInto("passkey")
    .values({ ...passkey, login_id, public_key: Buffer.from(public_key), created_at: now })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) throw new AppError("conflict", "This passkey is added already.");
}

/** A passkey with whom it signs in; `undefined` if it is unknown, or the person was removed. */
export async function findPasskey(db: Db, { credential_id }: { readonly credential_id: string }) {
  return db
    .selectFrom("passkey")
    .innerJoin("login", "login.id", "passkey.login_id")
    .select(["passkey.id", "login_id", "public_key", "counter", "account_id", "email"])
    .where("credential_id", "=", credential_id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** Ids of the passkeys of a login, and how browsers reach them. */
export async function listCredentials(db: Db, { login_id }: OfLogin) {
  return db
    .selectFrom("passkey")
    .select(["credential_id", "transports"])
    .where("login_id", "=", login_id)
    .execute();
}

type UsePasskeyArgs = { readonly id: number; readonly counter: number; readonly now: number };

/** Records a use. Returns false for a counter that was seen before: the passkey was copied. */
export async function usePasskey(db: Db, { id, counter, now }: UsePasskeyArgs): Promise<boolean> {
  const used = await db
    .updateTable("passkey")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .where((old) => old.or([old("counter", "<", counter), old("counter", "=", 0)]))
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

/** Removes a passkey, or the authenticator app; with the last of them the recovery codes. @returns Its name. @throws AppError `not_found`; `conflict` for the last one if the login needs one. */
export async function removeFactor(
  db: Db,
  {
    login_id,
    passkey_id,
    isNeeded,
  }: OfLogin & {
    /** `undefined`: the app. */
    readonly passkey_id?: number | undefined;
    readonly isNeeded: boolean;
  },
): Promise<string> {
  await lockRow(db, "login", login_id);
  const { passkeys, hasApp } = await listSecondFactors(db, { login_id });
  const passkey = passkeys.find(({ id }) => id === passkey_id);
  const name = passkey_id === undefined ? "authenticator app" : passkey?.name;
  if (name === undefined || (passkey_id === undefined && !hasApp)) {
    throw new AppError("not_found", "It was removed already.");
  }
  const left = passkeys.length + (hasApp ? 1 : 0) - 1;
  if (left === 0 && isNeeded) {
    throw new AppError(
      "conflict",
      "The account needs a second factor of you. Add another one first, then remove this one.",
    );
  }
  if (passkey_id === undefined) await changeLogin(db, login_id, NO_APP);
  else await db.deleteFrom("passkey").where("id", "=", passkey_id).execute();
  if (left === 0) await db.deleteFrom("recovery_code").where("login_id", "=", login_id).execute();
  return name;
}

const NO_APP = { totp_secret: null, totp_step: null };

export async function removeAllFactors(db: Db, login_id: number): Promise<void> {
  await changeLogin(db, login_id, NO_APP);
  await db.deleteFrom("passkey").where("login_id", "=", login_id).execute();
  await db.deleteFrom("recovery_code").where("login_id", "=", login_id).execute();
}

/** Removes all second factors of a login and ends its sessions. @throws AppError `not_found`. */
export async function resetSecondFactor(
  db: Db,
  { email, now }: { readonly email: string; readonly now: number },
): Promise<void> {
  const { id, account_id } = await requireLogin(db, email);
  await removeAllFactors(db, id);
  await db.deleteFrom("session").where("login_id", "=", id).execute();
  const entry = { action: "factor.reset", detail: email } as const;
  await recordCommandAudit(db, { account_id, command: "reset-second-factor", entry, now });
}

/** Keeps a challenge until it is answered. @param login_id `null` for somebody who signs in. */
export async function createChallenge(
  db: Db,
  challenge: Pick<Selectable<Schema["passkey_challenge"]>, "hash" | "login_id" | "expires_at">,
): Promise<void> {
  await db.insertInto("passkey_challenge").values(challenge).execute();
}

/** Uses a challenge up. Returns whether it was valid, and of this login. */
export async function useChallenge(
  db: Db,
  {
    hash,
    login_id,
    now,
  }: { readonly hash: Uint8Array; readonly login_id: number | null; readonly now: number },
): Promise<boolean> {
  const used = await db
    .deleteFrom("passkey_challenge")
    .where("hash", "=", Buffer.from(hash))
    .where("expires_at", ">", now)
    .where("login_id", login_id === null ? "is" : "=", login_id)
    .returning("expires_at")
    .executeTakeFirst();
  return used !== undefined;
}
