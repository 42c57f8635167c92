/** `POST /single-sign-on/logout`: the provider ends a person's sessions (OpenID Connect Back-Channel Logout 1.0). */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { OpenBodies } from "../bodies/open-bodies.ts";
import { readBodies } from "../bodies/read-body.ts";
import { AppError } from "../domain/errors.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import type { Provider } from "./provider.ts";

export interface LogoutParts {
  readonly provider: Provider | undefined;
  readonly store: Pick<Store, "writes">;
  readonly clock: Clock;
  readonly log: Log;
  readonly bodies: OpenBodies;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
}

const MAX_BODY_BYTES = 16_384;

export function logoutRoutes(parts: LogoutParts): Hono<{ Bindings: HttpBindings }> {
  const { provider, store, clock, log, clientAddress } = parts;
  const routes = new Hono<{ Bindings: HttpBindings }>();
  if (provider === undefined) return routes;
  const tooLarge = () => new AppError("too_large", "A logout token is shorter.");
  routes.use("/single-sign-on/logout", readBodies(parts, { maxBytes: MAX_BODY_BYTES, tooLarge }));
  routes.post("/single-sign-on/logout", async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      const token = new URLSearchParams(await c.req.text()).get("logout_token") ?? "";
      const ended = await store.writes.endProviderSessions(await provider.readLogout(token));
      if (ended !== undefined) {
        const { account_id, email } = ended;
        const actor = { kind: "oidc", name: email, ip: clientAddress(c.env.incoming) } as const;
        const entry = { action: "session.ended", detail: "all, by single sign-on" } as const;
        await store.writes.recordAudit({ account_id, actor, entry, now: clock.now() });
      }
      return c.body(null, 200);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ reason: error.message }, "A logout of single sign-on was rejected.");
      const isAway = error.code === "overloaded";
      return c.json(
        { error: isAway ? "temporarily_unavailable" : "invalid_request" },
        isAway ? 503 : 400,
      );
    }
  });
  return routes;
}
