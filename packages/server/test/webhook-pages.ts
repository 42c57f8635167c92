/** A dashboard with a webhook receiver, for the tests of the webhook pages. */
import type { FormWebhook, SigningSecret, WebhookLogList } from "@intray/sdk/schemas";
import { serveOnLoopback } from "../../../test/harness/loopback.ts";
import { startDashboard } from "./dashboard.ts";
import { shownForm } from "./shown-form.ts";

/** Text that would run as script or reorder the page if it were not escaped. */
export const HOSTILE = `"><script>alert(1)</script><b onclick='x'>\u202Eevil`;

/** No program listens there. */
export const REFUSING_URL = "http://127.0.0.1:9/";

export async function startWebhookPages() {
  /** The receiver's HTTP status. */
  const answer = { status: 200 };
  const received: { readonly authorization: string | undefined }[] = [];
  const receiver = await serveOnLoopback((request, response) => {
    received.push({ authorization: request.headers.authorization });
    request.resume();
    response.writeHead(answer.status).end("<b>the answer</b>");
  });
  const receiverUrl = `${receiver.url}/hook`;
  const server = await startDashboard({
    INTRAY_WEBHOOK_ALLOW: `${receiver.host},${new URL(REFUSING_URL).host}`,
    INTRAY_RETRY_SCHEDULE: "600s",
  });
  /** Returns the fields of the settings form of a webhook. */
  async function settingsOf(id: number) {
    const fields = shownForm((await server.ada.get(`/webhooks/${id}`)).text, "settings");
    // So that they can be posted again after a change.
    delete fields["original"];
    return fields;
  }
  return Object.assign(answer, {
    ...server,
    receiverUrl,
    received,
    settingsOf,
    /** Creates a webhook of form 1 with the receiver's URL. */
    make: (settings = {}) =>
      server.create<FormWebhook>("/form_webhooks", { form_id: 1, url: receiverUrl, ...settings }),
    stored: (id: number) => server.read<FormWebhook>(`/form_webhooks/${id}`),
    secretsOf: (id: number) => server.read<SigningSecret>(`/form_webhooks/${id}/signing_secret`),
    logOf: async (id: number) =>
      (await server.read<WebhookLogList>(`/webhook_logs?webhook_id=${id}`)).webhook_logs,
    /** Saves the settings as shown, but for these. */
    save: async (id: number, changes: Readonly<Record<string, string>> = {}) =>
      server.ada.post(`/webhooks/${id}`, { ...(await settingsOf(id)), ...changes }),
    async close() {
      await server.close();
      receiver.close();
    },
  });
}
