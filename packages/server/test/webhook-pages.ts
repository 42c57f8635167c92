/** A dashboard with a webhook receiver, for the tests of the webhook pages. */
import type { FormWebhook, SigningSecret, WebhookLogList } from "@intray/sdk/schemas";
import { serveOnLoopback } from "../../../test/harness/loopback.ts";
import { type DashboardServer, startDashboard } from "./dashboard.ts";
import { shownForm } from "./shown-form.ts";

/** Text that would run as script or reorder the page if it were not escaped. */
export const HOSTILE = `"><script>alert(1)</script><b onclick='x'>\u202Eevil`;

/** No program listens there. */
export const REFUSING_URL = "http://127.0.0.1:9/";

export interface WebhookPages {
  readonly server: DashboardServer;
  readonly receiverUrl: string;
  readonly received: readonly { readonly authorization: string | undefined }[];
  /** The receiver's HTTP status. */
  status: number;
  /** Creates a webhook of form 1 with the receiver's URL. */
  make(settings?: object): Promise<FormWebhook>;
  stored(id: number): Promise<FormWebhook>;
  secretsOf(id: number): Promise<SigningSecret>;
  logOf(id: number): Promise<WebhookLogList["webhook_logs"]>;
  /** Returns the fields of the settings form on a page. */
  settingsOn(path: string): Promise<Record<string, string[]>>;
  close(): Promise<void>;
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
  const read = async (path: string) => (await server.request("GET", path)).json();
  const pages: WebhookPages = {
    server,
    receiverUrl,
    received,
    status: 200,
    make: (settings = {}) =>
      server.create<FormWebhook>("/form_webhooks", { form_id: 1, url: receiverUrl, ...settings }),
    stored: async (id) => (await read(`/form_webhooks/${id}`)) as FormWebhook,
    secretsOf: async (id) => (await read(`/form_webhooks/${id}/signing_secret`)) as SigningSecret,
    logOf: async (id) =>
      ((await read(`/webhook_logs?webhook_id=${id}`)) as WebhookLogList).webhook_logs,
    async settingsOn(path) {
      const fields = shownForm((await server.ada.get(path)).text, "settings");
      // So that they can be posted again after a change.
      delete fields["original"];
      return fields;
    },
    async close() {
      await server.close();
      receiver.close();
    },
  };
  return pages;
}
