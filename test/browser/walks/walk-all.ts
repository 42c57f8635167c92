// The tests of a table of mutations, with a server and a browser of their own.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "../chromium.ts";
import { type Dashboard, openDashboard } from "../dashboard.ts";
import { createWalker, type Mutation, type Walker, walksOf } from "./mutation.ts";
import { createWorld, type World } from "./world.ts";

/** A table of mutations by what they do. Its subjects are made in the world. */
export type MutationTable = (world: World) => Readonly<Record<string, Mutation>>;

/** Defines a test for each walk of each mutation. */
export function walkAll(tables: readonly MutationTable[]): void {
  describe.skipIf(isBrowserMissing())("a mutation of the dashboard", () => {
    let dashboard: Dashboard;
    let walker: Walker;
    const world = createWorld(() => dashboard.server);
    beforeAll(async () => {
      dashboard = await openDashboard({
        INTRAY_RATE_LIMIT: "off",
        // Nothing listens there.
        INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
        INTRAY_MAIL_FROM: "forms@example.org",
      });
      walker = await createWalker(dashboard);
    });
    afterAll(() => dashboard.close());

    for (const [name, mutation] of tables.flatMap((table) => Object.entries(table(world)))) {
      it.each(walksOf(mutation))(`${name}: %s, %s`, async (walk, script) => {
        expect(await walker.walk(mutation, walk, script)).toEqual([]);
      });
    }
  });
}
