/** What the dashboard itself does and the API does not, written down where the API's changes are. */
import type { AuditEntry } from "../../domain/audit.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

type Parts = Pick<DashboardParts, "store" | "clock" | "clientAddress" | "log">;

/** The session, or what will be one. */
interface Actor {
  readonly account_id: number;
  /** `null` after a link of an account in which nobody has a password yet. */
  readonly email: string | null;
}

/** Writes it down once it is done. That it was done stands, whether or not this can be written. */
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
    log.error({ err: error, account_id, actor, entry }, "What was done could not be audited.");
  }
}

/** Behind the answer: waited for, it would tell which addresses somebody has. */
export function recordWrongPassword(
  c: DashboardContext,
  { store, clock, clientAddress, log }: Parts,
  account_id: number,
  email: string,
): void {
  const ip = clientAddress(c.env.incoming);
  const tried = { account_id, email: email.toLowerCase(), ip, now: clock.now() };
  store.write("recordFailedSignIn", tried).catch((error: unknown) => {
    log.warn({ err: error, account_id, ip }, "A wrong password could not be audited.");
  });
}
