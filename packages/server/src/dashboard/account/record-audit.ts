/** Audit log entries for actions of the dashboard that are not API calls, such as signing in. */
import type { AuditEntry } from "../../domain/audit.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

type Parts = Pick<DashboardParts, "store" | "clock" | "clientAddress" | "log">;

/** A session, or the account and user of a session that is about to start. */
interface Actor {
  readonly account_id: number;
  /** `null` for a user who signed in by a link and has not chosen a password yet. */
  readonly email: string | null;
}

/** Records an action after it was done. An error is only logged, since the action cannot be undone. */
export async function recordAudit(
  c: DashboardContext,
  { store, clock, clientAddress, log }: Parts,
  { account_id, email }: Actor,
  entry: AuditEntry,
): Promise<void> {
  const ip = clientAddress(c.env.incoming);
  const actor = { kind: "session", name: email ?? "Dashboard", ip } as const;
  try {
    await store.write("recordAudit", { account_id, actor, entry, now: clock.now() });
  } catch (error) {
    log.error({ err: error, account_id, actor, entry }, "Could not write to the audit log.");
  }
}

/** Does not wait for the write: a slower response would reveal that the address has a login. */
export function recordWrongPassword(
  c: DashboardContext,
  { store, clock, clientAddress, log }: Parts,
  account_id: number,
  email: string,
): void {
  const ip = clientAddress(c.env.incoming);
  const tried = { account_id, email: email.toLowerCase(), ip, now: clock.now() };
  store.write("recordFailedSignIn", tried).catch((error: unknown) => {
    log.warn({ err: error, account_id, ip }, "Could not write a wrong password to the audit log.");
  });
}
