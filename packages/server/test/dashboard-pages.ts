/** All pages of the dashboard, found in the router, with records to show. */
import { dashboardRoutes } from "../src/dashboard/routes.ts";
import type { DashboardServer } from "./dashboard.ts";

/** Answers without a page of their own: streams, files and redirects. */
const WITHOUT_PAGE = /^\/(?:events|assets|attachments|link|sign-in|welcome|inbox\/bulk)/;

/** The paths of the router, without `/dashboard`; parameters are names as `:id`. */
export function pathsOf(method: "GET" | "POST"): readonly string[] {
  // Routes are registered without a request, so without the parts that answer one.
  const { routes } = dashboardRoutes({} as Parameters<typeof dashboardRoutes>[0]);
  return [...new Set(routes.filter((one) => one.method === method).map(({ path }) => path))];
}

/** The paths of pages, and of parts that scripts load. */
export const pagePaths = () => pathsOf("GET").filter((path) => !WITHOUT_PAGE.test(path));

/**
 * Makes one record of each kind, in the states in which its page shows most.
 *
 * @param text Is a part of all names and values. Default: none.
 * @returns The paths of all pages with these records.
 */
export async function openPages(server: DashboardServer, text = ""): Promise<readonly string[]> {
  const { id: form } = await server.create("/forms", {
    name: `Contact${text}`,
    notification_emails: "one@example.org, two@example.org",
  });
  await server.sql("update mail_address set confirmation_sent_at = 1");
  await server.sql("update mail_address set suppressed_at = 1 where address = 'two@example.org'");
  const consumer = JSON.stringify({ act: "list", name: "worker", at: 1 });
  await server.sql("update form set queue_consumer = ? where id = 1", consumer);
  // A delivery fails when its webhook is disabled.
  const url = `http://127.0.0.1:9/${encodeURIComponent(text)}`;
  const hook = { form_id: form, name: `CRM${text}`, url, enabled: false };
  const { id: webhook } = await server.create("/form_webhooks", hook);
  const post = (name: string) =>
    server.post(
      String(form),
      new URLSearchParams({ name: `${name}${text}`, email: "ada@example.org", message: text }),
    );
  const [trashed, submission] = [await post("Ada"), await post("Grace")];
  await server.request("PATCH", `/form_webhooks/${webhook}`, { json: { enabled: true } });
  const staged = { json: { stage: true } };
  await server.request("POST", `/form_webhooks/${webhook}/regenerate_secret`, staged);
  const { id: disabled } = await server.create("/form_webhooks", hook);
  const [row] = await server.sql("select id from delivery where webhook_id = ?", webhook);
  const { id: delivery } = row as { readonly id: number };
  const trash = { submission_ids: [trashed], set: { trash: true }, undo: "undo-in-the-audit-log" };
  await server.request("POST", "/submissions/bulk", { json: trash });
  await server.ada.submit(`/submissions/${submission}/notes`, { note: `Before ${text}` });
  await server.ada.submit(`/submissions/${submission}/tags`, { tags: "mine" });
  await server.create("/reply_templates", { name: `Thanks${text}`, body: "Dear" });
  const expiring = { scope: "read", expires_in: 5 * 86_400 };
  const { id: key } = await server.create("/api_keys", {
    kind: "account",
    name: `Old${text}`,
    ...expiring,
  });
  await server.ada.submit("/inbox/views?query=vip", { name: `Important${text}`.slice(0, 60) });
  const { id: project } = await server.create("/projects", { name: `Empty${text}` });
  const invited = {
    email: "person@example.org",
    name: `Person${text}`.slice(0, 90),
    role: "viewer",
  };
  const { id: person } = await server.create("/members", { ...invited, project_ids: [project] });
  await server.visitor().signIn();
  await server.request("PATCH", "/account", { json: { alert_url: "https://example.org/" } });
  const program = { client_id: `cron${text}`.slice(0, 80) };
  const asked = await server.request("POST", "/device_authorizations", { json: program });
  const { user_code } = asked.json() as { readonly user_code: string };
  const ids: Readonly<Record<string, number>> = {
    deliveries: delivery,
    forms: form,
    keys: key,
    people: person,
    projects: project,
    submissions: submission,
    webhooks: webhook,
  };
  return [
    ...pagePaths().map((path) =>
      path.replace(/:\w+/, () => {
        const id = ids[path.split("/")[1] ?? ""];
        if (id === undefined) throw new Error(`No record is made for the page ${path}.`);
        return String(id);
      }),
    ),
    `/device?user_code=${user_code}`,
    "/inbox?tab=trash",
    "/forms/1/advanced",
    `/webhooks/${disabled}`,
    `/deliveries/send?webhook_id=${webhook}`,
    "/deliveries/sending?since=2026-01-01&total=1",
  ];
}
