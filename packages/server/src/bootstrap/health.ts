/** `/healthz`: the process responds. `/readyz`: the server can also store posts. */
import { Hono } from "hono";
import type { Clock } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";

export interface Readiness {
  readonly store: Pick<Store, "write" | "read">;
  readonly clock: Clock;
  /** The server is stopping. */
  readonly isDraining: () => boolean;
}

/** Shorter than the usual timeout of health checks, so that a slow database is reported as unreachable. */
const READY_WITHIN_MS = 2_000;

export function healthRoutes({ store, clock, isDraining }: Readiness): Hono {
  const routes = new Hono();
  routes.get("/healthz", (c) => c.json({ status: "ok" }));
  routes.get("/readyz", async (c) => {
    if (isDraining()) return c.json({ status: "draining" }, 503);
    let cancel = () => {};
    try {
      const timeout = new Promise<never>((_, reject) => {
        cancel = clock.after(READY_WITHIN_MS, () => reject(new Error("Timed out.")));
      });
      const pings = Promise.all([store.write("ping", {}), store.read("ping", {})]);
      await Promise.race([pings, timeout]);
      return c.json({ status: "ready" });
    } catch {
      return c.json({ status: "database unreachable" }, 503);
    } finally {
      cancel();
    }
  });
  return routes;
}
