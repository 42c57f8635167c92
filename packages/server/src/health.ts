/** `/healthz`: the process answers. `/readyz`: it can also store. */
import { Hono } from "hono";
import type { Store } from "./store/store.ts";

export interface Readiness {
  readonly store: Pick<Store, "write" | "read">;
  /** The server is stopping. */
  readonly isDraining: () => boolean;
}

export function healthRoutes({ store, isDraining }: Readiness): Hono {
  const routes = new Hono();
  routes.get("/healthz", (c) => c.json({ status: "ok" }));
  routes.get("/readyz", async (c) => {
    if (isDraining()) return c.json({ status: "draining" }, 503);
    try {
      await Promise.all([store.write("touch", {}), store.read("touch", {})]);
      return c.json({ status: "ready" });
    } catch {
      return c.json({ status: "database unreachable" }, 503);
    }
  });
  return routes;
}
