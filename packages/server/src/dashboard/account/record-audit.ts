/** Audit log entries for actions of the dashboard that are not API calls, such as signing in. */
import type { AuditEntry } from "../../domain/account/audit.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

type Parts = Pick<DashboardParts, "store" | "clock" | "clientAddress" | "log">;

/** A session, or the account and user of a session that is about to start. */
interface Actor {
  readonly account_id: number;
  /** `null` for a user who signed in by a link and has not chosen a password yet. */
  readonly email: string | null;
  /** `oidc` for what the provider of single sign-on has decided. */
  readonly kind?: "session" | "oidc";
}

/** Records an action after it was done. An error is only logged, since the action cannot be undone. */
export async function recordAct(
  c: DashboardContext,
  { store, clock, clientAddress, log }: Parts,
  { account_id, email, kind = "session" }: Actor,
  entry: AuditEntry,
): Promise<void> {
  const ip = clientAddress(c.env.incoming);
  const actor = { kind, name: email ?? "Dashboard", ip };
  try {
    await store.writes.recordAudit({ account_id, actor, entry, now: clock.now() });
  } catch (error) {
    log.error({ err: error, account_id, actor, entry }, "Could not write to the audit log.");
  }
}

/**
 * Records a rejected attempt to sign in: for a login by its address, without one as a stranger's. Does not wait for
 * the write: a slower response would reveal that the address has a login.
 */
export function recordRejectedSignIn(
  c: DashboardContext,
  { store, clock, clientAddress, log }: Parts,
  login: Actor | undefined,
): void {
  const ip = clientAddress(c.env.incoming);
  const now = clock.now();
  const written =
    login === undefined
      ? store.writes.recordStranger({ action: "login.unknown", ip, now })
      : store.writes.recordAudit({
          account_id: login.account_id,
          actor: { kind: "session", name: login.email?.toLowerCase() ?? "Dashboard", ip },
          entry: { action: "password.wrong" },
          now,
        });
  written.catch((error: unknown) => {
    log.warn({ err: error, ip }, "Could not write a rejected sign-in to the audit log.");
  });
}
