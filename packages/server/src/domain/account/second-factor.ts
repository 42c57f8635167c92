/** The second factor of a person: codes of an authenticator app (RFC 6238), recovery codes, and when it is asked for. */
import { hash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Random } from "../../platform/random.ts";
import { mayAs, type Role } from "./role.ts";

/** How long a proof counts: before secrets are shown, keys or people made, or much is exported or deleted, no other is asked for. */
export const PROOF_MS = 600_000;
/** How long a person who typed the password may take for the second factor. */
export const PENDING_MS = 600_000;

const STEP_S = 30;
const SECRET_BYTES = 20;

const base32 = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

export const newTotpSecret = (random: Random): string => base32(random(SECRET_BYTES));

/** The address that authenticator apps read from a QR code. @param email Names the login in the app. */
export const totpAddress = (secret: string, email: string): string =>
  new TOTP({ issuer: "Intray", label: email, secret, period: STEP_S }).toString();

/**
 * The time step that a code is of: the current one, or one beside it, since clocks differ. `undefined` if it is none.
 *
 * @param secret Base32. @param now Milliseconds since the epoch.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = new TOTP({ secret, period: STEP_S }).validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1_000 / STEP_S) + delta;
}

/** The secret of a form, if it is one: Base32 of at least 16 bytes. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{26,64}$/.test(text);

const RECOVERY_CODES = 10;
const CODE_BYTES = 10;

/** Ten codes of 16 letters in groups of four: 80 random bits, so that their hashes cannot be guessed. */
export const newRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32(random(CODE_BYTES))
      .toLowerCase()
      .replaceAll(/(.{4})(?=.)/g, "$1-"),
  );

/** The SHA-256 that a recovery code is stored as, however it is typed. */
export const hashRecoveryCode = (code: string): Buffer =>
  hash("sha256", code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""), "buffer");

/** From when on an account needs a second factor of whom; both `null`: of nobody. */
export interface FactorRule {
  readonly factor_role: Role | null;
  /** Milliseconds since the epoch. */
  readonly factor_from: number | null;
}

/** Since when somebody with the role needs a second factor, perhaps in the future; `undefined`: never. */
export const factorDueAt = (
  { factor_role, factor_from }: FactorRule,
  role: Role,
): number | undefined =>
  factor_role !== null && factor_from !== null && mayAs(role, factor_role)
    ? factor_from
    : undefined;
