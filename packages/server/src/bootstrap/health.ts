/** `/healthz`: the process answers. `/readyz`: it can also store. */
import { Hono } from "hono";
import type { Clock } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";

export interface Readiness {
  readonly store: Pick<Store, "write" | "read">;
  readonly clock: Clock;
  /** The server is stopping. */
  readonly isDraining: () => boolean;
}

/** A database that takes longer is none: who asks would give up before us. */
const READY_WITHIN_MS = 2_000;

export function healthRoutes({ store, clock, isDraining }: Readiness): Hono {
  const routes = new Hono();
  routes.get("/healthz", (c) => c.json({ status: "ok" }));
  routes.get("/readyz", async (c) => {
    if (isDraining()) return c.json({ status: "draining" }, 503);
    let forget = () => {};
    try {
      const late = new Promise<never>((_, reject) => {
        forget = clock.after(READY_WITHIN_MS, () => reject(new Error("The database is late.")));
      });
      const asked = Promise.all([store.write("ping", {}), store.read("ping", {})]);
      await Promise.race([asked, late]);
      return c.json({ status: "ready" });
    } catch {
      return c.json({ status: "database unreachable" }, 503);
    } finally {
      forget();
    }
  });
  return routes;
}
