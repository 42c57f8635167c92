/** What every page of the dashboard has at hand. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { Log } from "../../platform/log.ts";
import type { RateLimit } from "../../platform/rate-limit.ts";
import type { SessionRecord } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { Api } from "./api.ts";

export interface DashboardEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Who is signed in. */
    session: SessionRecord;
    /** The API, asked as whoever is signed in. */
    api: Api;
  };
}
export type DashboardContext = Context<DashboardEnv>;

export interface DashboardParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The origin that links begin with; known once the server listens. */
  readonly publicUrl: () => string;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
  /** How often somebody may try a password. */
  readonly signInRate: RateLimit;
  /**
   * Answers a request to `/api/v1` as the API does.
   *
   * @param session Finds the session again; `undefined` once it has ended.
   */
  readonly askApi: (
    request: Request,
    bindings: HttpBindings,
    session: () => Promise<SessionRecord | undefined>,
  ) => Response | Promise<Response>;
}
