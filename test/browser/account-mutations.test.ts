// Mutations of webhooks and the account, as people press their buttons: twice, late, in two tabs, without script,
// signed out.
import { ACCOUNT_TABLES } from "./walks/tables.ts";
import { walkAll } from "./walks/walk-all.ts";

walkAll(ACCOUNT_TABLES);
