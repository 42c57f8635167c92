/** The account: its settings and its alerts. */
import { Resource } from "./resource.ts";

/** `client.account`. All of it needs an account key. */
export class AccountResource extends Resource {
  /** Gets the settings. */
  readonly get = this.operation("getAccount");

  /** Changes the given members. */
  readonly update = this.operation("updateAccount");

  /** Reveals the secret that signs alerts. */
  readonly alertSecret = this.operation("getAlertSecret");

  /** Lists the hosts under which the server is reached. */
  readonly domains = this.listOperation("listDomains", (page) => page.domains);

  /** Lists all open alerts and the newest resolved ones, the newest first. */
  readonly alerts = this.operation("listAlerts");
}
