/** Hono's environment of the dashboard, and the parts of the server that its pages use. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { Log } from "../../platform/log.ts";
import type { RateLimit } from "../../platform/rate-limit.ts";
import type { SessionRecord } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { ApiClient, CallApi } from "./api-client.ts";

export interface DashboardEnv {
  Bindings: HttpBindings;
  Variables: {
    session: SessionRecord;
    /** Calls the API with the permissions of the session. */
    api: ApiClient;
  };
}
export type DashboardContext = Context<DashboardEnv>;

export interface DashboardParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The origin of links; only available once the server listens. */
  readonly publicUrl: () => string;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
  /** Limits password attempts. */
  readonly signInRate: RateLimit;
  readonly callApi: CallApi;
}
