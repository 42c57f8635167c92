// Mutations of forms and submissions, as people press their buttons: twice, late, in two tabs, without script, signed
// out. Whether all routes of the dashboard are walked.
import { expect, it } from "vitest";
import { mutatingRoutes, NOT_WALKED } from "./mutating-routes.ts";
import { ACCOUNT_TABLES, INBOX_TABLES } from "./walks/tables.ts";
import { walkAll } from "./walks/walk-all.ts";
import { createWorld } from "./walks/world.ts";

it("every mutation of the dashboard is walked, or a reason says why not", () => {
  const world = createWorld(() => {
    throw new TypeError("Routes are known without a server.");
  });
  const walked = [...INBOX_TABLES, ...ACCOUNT_TABLES].flatMap((table) =>
    Object.values(table(world)).map(({ route }) => route),
  );

  expect([...new Set([...walked, ...Object.keys(NOT_WALKED)])].toSorted()).toEqual(
    mutatingRoutes(),
  );
  expect(walked.filter((route) => Object.hasOwn(NOT_WALKED, route))).toEqual([]);
});

walkAll(INBOX_TABLES);
