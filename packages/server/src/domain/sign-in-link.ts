/** Tokens of the dashboard: the text of a session's cookie, and of a link that signs in once. */
import { hash } from "node:crypto";
import type { Random } from "../platform/random.ts";

const TOKEN_BYTES = 32;
/** A link is good for a week. */
export const SIGN_IN_LINK_MS = 7 * 86_400_000;

/** 256 bits, base64url. */
export const newToken = (random: Random): string => random(TOKEN_BYTES).toString("base64url");

/** All that is stored of one. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** @param origin Where the server is reached. */
export const signInAddress = (origin: string, token: string): string =>
  `${origin}/dashboard/link/${token}`;
