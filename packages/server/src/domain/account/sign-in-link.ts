/** Tokens of the dashboard: session cookies and single-use sign-in links. */
import { hash } from "node:crypto";
import type { Random } from "../../platform/random.ts";
import type { Role } from "./role.ts";

const TOKEN_BYTES = 32;
/** How long a sign-in link is valid: one week. */
export const SIGN_IN_LINK_MS = 7 * 86_400_000;

/** 256 bits, base64url. */
export const newToken = (random: Random): string => random(TOKEN_BYTES).toString("base64url");

export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** @param origin The public origin of the server. */
export const signInAddress = (origin: string, token: string): string =>
  `${origin}/dashboard/link/${token}`;

/** What the e-mail with the link of an invitation says. */
export interface InvitationMail {
  /** The person who is invited. */
  readonly to: string;
  /** Address of the person, or name of the API key, that invites. */
  readonly inviter: string;
  readonly account: string;
  readonly role: Role;
  /** Names; `null` = all. */
  readonly projects: readonly string[] | null;
  /** A secret: it signs in. */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
}
