// The routes of the dashboard that change something, and those that are not walked.
import { dashboardRoutes } from "../../packages/server/src/dashboard/routes.ts";

const RENDERS = "It renders what was typed, and stores nothing.";
const REVEALS = "It shows a stored secret, and changes nothing.";
const COOKIE = "It sets a cookie of this browser, and stores nothing.";
const SESSION = "It begins or ends the session itself: dashboard/account/sign-in.test.ts.";
const TAGS_AND_NOTES = "Walked in dashboard-tags-notes.test.ts.";
const NOT_YET = "Not walked yet; only the tests without a browser post to it.";

/** Routes that have no walk in dashboard-mutations.test.ts, and why. */
export const NOT_WALKED: Readonly<Record<string, string>> = {
  "/account/alert-secret": REVEALS,
  "/account/alert-url": NOT_YET,
  "/account/password": NOT_YET,
  "/account/sessions/:id/end": NOT_YET,
  "/account/sessions/end-others": NOT_YET,
  "/account/zone": COOKIE,
  "/deliveries/:id/refire": NOT_YET,
  "/deliveries/send": "Walked in send-now.test.ts.",
  "/deliveries/stop": NOT_YET,
  "/first-steps/hide": COOKIE,
  "/forms/:form_id/delete": NOT_YET,
  "/forms/:form_id/email/preview": RENDERS,
  "/forms/:form_id/email/preview/fragment": RENDERS,
  "/forms/:form_id/email/test": "It sends what was typed, and stores nothing.",
  "/forms/:form_id/recipients/confirm": NOT_YET,
  "/forms/:form_id/recipients/release": NOT_YET,
  "/inbox/density": COOKIE,
  "/inbox/export": "It downloads a file, and changes nothing.",
  "/keys/:id/revoke": NOT_YET,
  "/link/:token": SESSION,
  "/projects/:id": NOT_YET,
  "/projects/:id/delete": NOT_YET,
  "/reply_templates": "Walked in dashboard-replies.test.ts.",
  "/reply_templates/:id": NOT_YET,
  "/reply_templates/:id/delete": NOT_YET,
  "/sign-in": SESSION,
  "/sign-out": SESSION,
  "/submissions/:id/delete": NOT_YET,
  "/submissions/:id/notes": TAGS_AND_NOTES,
  "/submissions/:id/notes/:note": NOT_YET,
  "/submissions/:id/notes/:note/delete": NOT_YET,
  "/submissions/:id/refire": NOT_YET,
  "/submissions/:id/replies": "Walked in dashboard-replies.test.ts.",
  "/submissions/:id/seen": "A script posts it when a submission is opened.",
  "/submissions/:id/tags": TAGS_AND_NOTES,
  "/webhooks/:id/delete": NOT_YET,
  "/webhooks/:id/enable": NOT_YET,
  "/webhooks/:id/preview": RENDERS,
  "/webhooks/:id/refire": NOT_YET,
  "/webhooks/:id/secret": REVEALS,
  "/webhooks/:id/secret/activate": NOT_YET,
  "/webhooks/:id/secret/replace": NOT_YET,
  "/webhooks/:id/secret/stage": NOT_YET,
  "/webhooks/:id/test": NOT_YET,
  "/webhooks/new": NOT_YET,
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
