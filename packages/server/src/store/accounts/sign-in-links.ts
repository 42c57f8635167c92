/** Links that sign in once. */
import { beginSession, type NewSession, type SessionOwner } from "./sessions.ts";
import type { Db } from "../engine/schema.ts";

export async function createSignInLink(
  db: Db,
  link: SessionOwner & {
    readonly token_hash: Uint8Array;
    readonly now: number;
    readonly expires_at: number;
  },
): Promise<void> {
  await db
    .insertInto("sign_in_link")
    .values({
      token_hash: Buffer.from(link.token_hash),
      account_id: link.account_id,
      login_id: link.login_id,
      created_at: link.now,
      expires_at: link.expires_at,
    })
    .execute();
}

/** Whether a link is valid; does not use it up. */
export async function isSignInLink(
  db: Db,
  { token_hash, now }: { readonly token_hash: Uint8Array; readonly now: number },
): Promise<boolean> {
  const found = await db
    .selectFrom("sign_in_link")
    .select("expires_at")
    .where("token_hash", "=", Buffer.from(token_hash))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a link up and begins a session. Returns whether the link was valid. */
export async function redeemSignInLink(
  db: Db,
  {
    link_hash,
    session,
    replaced_hash,
  }: {
    readonly link_hash: Uint8Array;
    readonly session: NewSession;
    readonly replaced_hash?: Uint8Array | undefined;
  },
): Promise<boolean> {
  const link = await db
    .deleteFrom("sign_in_link")
    .where("token_hash", "=", Buffer.from(link_hash))
    .where("expires_at", ">", session.now)
    .returning(["account_id", "login_id"])
    .executeTakeFirst();
  if (link === undefined) return false;
  await beginSession(db, { ...session, ...link, replaced_hash });
  return true;
}
