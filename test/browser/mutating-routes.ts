// The routes of the dashboard that change something, and those that are not walked.
import { dashboardRoutes } from "../../packages/server/src/dashboard/routes.ts";

const RENDERS = "It renders what was typed, and stores nothing.";
const REVEALS = "It shows a stored secret, and changes nothing.";
const COOKIE = "It sets a cookie of this browser, and stores nothing.";
const SESSION = "It begins or ends the session itself: dashboard/account/sign-in.test.ts.";

/** Routes that have no entry in the tables of `walks`, and why. */
export const NOT_WALKED: Readonly<Record<string, string>> = {
  "/account/alert-secret": REVEALS,
  "/account/zone": COOKIE,
  "/deliveries/send": "Walked in send-now.test.ts.",
  "/deliveries/stop": "Walked in send-now.test.ts.",
  "/first-steps/hide": COOKIE,
  "/forms/:form_id/email/preview": RENDERS,
  "/forms/:form_id/email/preview/fragment": RENDERS,
  "/forms/:form_id/email/test": "It sends what was typed, and stores nothing.",
  "/inbox/density": COOKIE,
  "/inbox/export": "It downloads a file, and changes nothing.",
  "/link/:token": SESSION,
  "/sign-in": SESSION,
  "/sign-out": SESSION,
  "/submissions/:id/seen": "A script posts it when a submission is opened.",
  "/webhooks/:id/preview": RENDERS,
  "/webhooks/:id/secret": REVEALS,
  "/webhooks/new/preview": RENDERS,
  "/webhooks/preview": RENDERS,
  "/welcome": SESSION,
};

/** The routes that change something, as the router has them. */
export function mutatingRoutes(): readonly string[] {
  // Routes are registered without a request, so without the parts that answer one.
  const { routes } = dashboardRoutes({} as Parameters<typeof dashboardRoutes>[0]);
  const changing = routes.filter(({ method }) => method !== "GET" && method !== "ALL");
  return [...new Set(changing.map(({ path }) => path))].toSorted();
}
