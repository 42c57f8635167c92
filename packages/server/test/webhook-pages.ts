/** A dashboard with a webhook receiver, for the tests of the webhook pages. */
import type { FormWebhook, SigningSecret, WebhookLogList } from "@intray/sdk/schemas";
import { serveOnLoopback } from "../../../test/harness/loopback.ts";
import { type DashboardServer, type Page, startDashboard } from "./dashboard.ts";
import { shownForm } from "./shown-form.ts";

/** Text that would run as script or reorder the page if it were not escaped. */
export const HOSTILE = `"><script>alert(1)</script><b onclick='x'>\u202Eevil`;

/** No program listens there. */
export const REFUSING_URL = "http://127.0.0.1:9/";

export interface WebhookPages extends DashboardServer {
  readonly receiverUrl: string;
  readonly received: readonly { readonly authorization: string | undefined }[];
  /** The receiver's HTTP status. */
  status: number;
  /** Creates a webhook of form 1 with the receiver's URL. */
  make(settings?: object): Promise<FormWebhook>;
  stored(id: number): Promise<FormWebhook>;
  secretsOf(id: number): Promise<SigningSecret>;
  logOf(id: number): Promise<WebhookLogList["webhook_logs"]>;
  /** Returns the fields of the settings form of a webhook. */
  settingsOf(id: number): Promise<Record<string, string[]>>;
  /** Saves the settings as shown, but for these. */
  save(id: number, changes?: Readonly<Record<string, string>>): Promise<Page>;
}

export async function startWebhookPages(): Promise<WebhookPages> {
  const received: { readonly authorization: string | undefined }[] = [];
  const receiver = await serveOnLoopback((request, response) => {
    received.push({ authorization: request.headers.authorization });
    request.resume();
    response.writeHead(pages.status).end("<b>the answer</b>");
  });
  const receiverUrl = `${receiver.url}/hook`;
  const server = await startDashboard({
    INTRAY_WEBHOOK_ALLOW: `${receiver.host},${new URL(REFUSING_URL).host}`,
    INTRAY_RETRY_SCHEDULE: "600s",
  });
  const pages: WebhookPages = {
    ...server,
    receiverUrl,
    received,
    status: 200,
    make: (settings = {}) =>
      server.create<FormWebhook>("/form_webhooks", { form_id: 1, url: receiverUrl, ...settings }),
    stored: (id) => server.read<FormWebhook>(`/form_webhooks/${id}`),
    secretsOf: (id) => server.read<SigningSecret>(`/form_webhooks/${id}/signing_secret`),
    logOf: async (id) =>
      (await server.read<WebhookLogList>(`/webhook_logs?webhook_id=${id}`)).webhook_logs,
    async settingsOf(id) {
      const fields = shownForm((await server.ada.get(`/webhooks/${id}`)).text, "settings");
      // So that they can be posted again after a change.
      delete fields["original"];
      return fields;
    },
    save: async (id, changes = {}) =>
      server.ada.post(`/webhooks/${id}`, { ...(await pages.settingsOf(id)), ...changes }),
    async close() {
      await server.close();
      receiver.close();
    },
  };
  return pages;
}
