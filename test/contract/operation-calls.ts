/** Calls operations by their id in openapi.yaml, and records the statuses of the responses. */
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { ACCOUNT_KEY, type ApiServer } from "../../packages/server/test/api-server.ts";
import type { Init, Sent } from "./operation-request.ts";
import type { Form, Submission, WebhookLogList } from "@intray/sdk/schemas";
import type { Records } from "./operation-requests.ts";
import { ADD_LOGIN, ASK_LONG_AGO, HOOK, SUPPRESS, UNKNOWN, WAITING } from "./operation-requests.ts";
import { refusedReplies, refusedTemplates } from "./reply-requests.ts";
import { recordStatuses } from "./status-record.ts";

const byId = new Map<string, (typeof operations)[number]>(operations.map((one) => [one.id, one]));

/** The method of an operation, or `undefined` for one that openapi.yaml lacks. */
export const methodOf = (operationId: string) => byId.get(operationId)?.method;

/** `server` returns the server that a test has started. */
export function createOperationCalls(server: () => ApiServer) {
  const { ask, askAs, seen, problems } = recordStatuses();

  function send(id: string, sent: Sent = {}, init: Init = {}): Promise<Response> {
    const { method = "GET", path = "" } = byId.get(id) ?? {};
    const at = path.replace(/\{\w+\}/, `${sent.at ?? UNKNOWN}`);
    const { json, query = "" } = sent;
    return ask(`${server().url}${at}${query}`, {
      method,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...init,
      headers: {
        authorization: `Bearer ${ACCOUNT_KEY}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...init.headers,
      },
    });
  }

  const postTo = (form: string, init: RequestInit) =>
    ask(`${server().url}/f/${form}.json`, { method: "POST", ...init });

  /** A form with a webhook, and a submission with a file that has one delivery. */
  async function prepare(): Promise<Records> {
    const settings = { name: "Contact", notification_emails: WAITING };
    const form = await server().create<Form>("/forms", settings);
    const { id: webhook } = await server().create("/form_webhooks", { ...HOOK, form_id: form.id });
    await server().sql(SUPPRESS);
    await server().sql(ASK_LONG_AGO);
    // Refused until somebody can sign in.
    await send("sendTestEmail", { at: form.id, json: { kind: "answer" } });
    const file = new File(["bytes"], "notes.txt", { type: "text/plain" });
    const submission = await server().post(form.uuid, { email: "ada@example.org", file });
    for (const one of refusedReplies(submission)) await send(...one);
    await server().sql(ADD_LOGIN);
    const path = `/submissions/${submission}`;
    const { attachments } = await server().read<Submission>(path);
    const logs = await server().read<WebhookLogList>(`${path}/webhook_logs`);
    const { id: note } = await server().create(`${path}/notes`, { text: "Note" });
    const hello = { form_id: form.id, name: "Hello", body: 'Hello {{field "email"}}' };
    const { id: template } = await server().create("/reply_templates", hello);
    for (const one of refusedTemplates(hello, template)) await send(...one);
    return {
      form,
      note,
      template,
      webhook,
      submission,
      attachment: attachments[0]?.id ?? UNKNOWN,
      token:
        new URL(attachments[0]?.public_url ?? "", server().url).pathname.split("/").at(-2) ?? "",
      log: logs.webhook_logs[0]?.id ?? UNKNOWN,
    };
  }

  return { ask, askAs, seen, problems, send, postTo, prepare };
}
