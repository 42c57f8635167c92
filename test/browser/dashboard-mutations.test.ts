// Mutations of the dashboard, as people press their buttons: twice, late, in two tabs, without script, signed out.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { mutatingRoutes, NOT_WALKED } from "./mutating-routes.ts";
import { accountMutations } from "./walks/account-mutations.ts";
import { answerMutations } from "./walks/answer-mutations.ts";
import { formMutations } from "./walks/form-mutations.ts";
import { createWalker, type Mutation, type Walker, walksOf } from "./walks/mutation.ts";
import { refireMutations } from "./walks/refire-mutations.ts";
import { submissionMutations } from "./walks/submission-mutations.ts";
import { webhookMutations } from "./walks/webhook-mutations.ts";
import { createWorld } from "./walks/world.ts";

let dashboard: Dashboard;
let walker: Walker;
const world = createWorld(() => dashboard.server);
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  ...submissionMutations(world),
  ...answerMutations(world),
  ...formMutations(world),
  ...webhookMutations(world),
  ...refireMutations(world),
  ...accountMutations(world),
};

it("every mutation of the dashboard is walked, or a reason says why not", () => {
  const walked = Object.values(MUTATIONS).map(({ route }) => route);

  expect([...new Set([...walked, ...Object.keys(NOT_WALKED)])].toSorted()).toEqual(
    mutatingRoutes(),
  );
  expect(walked.filter((route) => Object.hasOwn(NOT_WALKED, route))).toEqual([]);
});

describe.skipIf(isBrowserMissing())("a mutation of the dashboard", () => {
  beforeAll(async () => {
    dashboard = await openDashboard({
      INTRAY_RATE_LIMIT: "off",
      // Nothing listens there.
      INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
      INTRAY_MAIL_FROM: "forms@example.org",
    });
    walker = await createWalker(dashboard);
  }, 40_000);
  afterAll(() => dashboard.close());

  for (const [name, mutation] of Object.entries(MUTATIONS)) {
    it.each(walksOf(mutation))(
      `${name}: %s, %s`,
      async (walk, script) => {
        expect(await walker.walk(mutation, walk, script)).toEqual([]);
      },
      60_000,
    );
  }
});
