/** Tokens of the dashboard: session cookies and single-use sign-in links. */
import { hash } from "node:crypto";
import type { Random } from "../../platform/random.ts";

const TOKEN_BYTES = 32;
/** How long a sign-in link is valid: one week. */
export const SIGN_IN_LINK_MS = 7 * 86_400_000;

/** 256 bits, base64url. */
export const newToken = (random: Random): string => random(TOKEN_BYTES).toString("base64url");

export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** @param origin The public origin of the server. */
export const signInAddress = (origin: string, token: string): string =>
  `${origin}/dashboard/link/${token}`;
