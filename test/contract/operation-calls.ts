/**
 * Calls operations by their id in openapi.yaml, and records which has answered which status, and which responses differ
 * from the document.
 */
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { ACCOUNT_KEY, type ApiServer } from "../../packages/server/test/api-server.ts";
import type { Form, Submission, WebhookLogList } from "@intray/sdk/schemas";
import { request } from "undici";
import { contractProblems } from "./document.ts";
import { findPlace, readDocument } from "./openapi.ts";
import type { Init, Records, Sent } from "./operation-requests.ts";
import { ADD_LOGIN, ASK_LONG_AGO, HOOK, SUPPRESS, UNKNOWN, WAITING } from "./operation-requests.ts";

const document = readDocument();
const byId = new Map<string, (typeof operations)[number]>(operations.map((one) => [one.id, one]));

/** The method of an operation, or `undefined` for one that openapi.yaml lacks. */
export const methodOf = (operationId: string) => byId.get(operationId)?.method;

/** Every `operationId status` in openapi.yaml. */
export const documentedStatuses = (): string[] =>
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) =>
      operation?.operationId === undefined
        ? []
        : Object.keys(operation.responses).map((status) => `${operation.operationId} ${status}`),
    );

/** `server` returns the server that a test has started. */
export function createOperationCalls(server: () => ApiServer) {
  /** Every `operationId status` that has occurred. */
  const seen = new Set<string>();
  const problems: string[] = [];
  async function record(method: string, url: string, response: Response): Promise<Response> {
    const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream");
    const body = isEndless ? Buffer.alloc(0) : Buffer.from(await response.clone().arrayBuffer());
    const { status, headers } = response;
    const { pathname } = new URL(url);
    for (const problem of contractProblems(method, pathname, { status, headers, body })) {
      problems.push(`${method} ${pathname} answered ${status}: ${problem}`);
    }
    for (const id of operationsAt(method, pathname)) seen.add(`${id} ${status}`);
    return response;
  }

  /** Sends a request, compares the response with openapi.yaml, and records its status. */
  const ask = async (url: string, init: RequestInit = {}) =>
    record(init.method ?? "GET", url, await fetch(url, { redirect: "manual", ...init }));

  /** Like `ask`, a GET request under another host name. */
  async function askAs(host: string, url: string): Promise<Response> {
    // `fetch` does not send a Host of the caller.
    const { statusCode, headers, body } = await request(url, { headers: { host } });
    const flat = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const init = { status: statusCode, headers: new Headers(flat) };
    return record("GET", url, new Response(await body.text(), init));
  }

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
    const fields = [{ name: "email", type: "email" }];
    const settings = { name: "Contact", notification_emails: WAITING, fields };
    const form = await server().create<Form>("/forms", settings);
    const { id: webhook } = await server().create("/form_webhooks", { ...HOOK, form_id: form.id });
    await server().sql(SUPPRESS);
    await server().sql(ASK_LONG_AGO);
    // Refused until somebody can sign in.
    await send("sendTestEmail", { at: form.id, json: { kind: "answer" } });
    const file = new File(["bytes"], "notes.txt", { type: "text/plain" });
    const submission = await server().post(form.uuid, { email: "ada@example.org", file });
    // Refused while the account has no address that an answer would reach.
    for (const id of ["previewReply", "createReply"])
      await send(id, { at: submission, json: { text: "Who answers?" } });
    await server().sql(ADD_LOGIN);
    const path = `/submissions/${submission}`;
    const { attachments } = await server().read<Submission>(path);
    const logs = await server().read<WebhookLogList>(`${path}/webhook_logs`);
    const { id: note } = await server().create(`${path}/notes`, { text: "Note" });
    const hello = { form_id: form.id, name: "Hello", body: 'Hello {{field "email"}}' };
    const { id: template } = await server().create("/reply_templates", hello);
    // The second template is created; its name is taken before and after.
    const second = { ...hello, name: "Second" };
    for (const json of [hello, second]) await send("createReplyTemplate", { json });
    await send("updateReplyTemplate", { at: template, json: { name: "SECOND" } });
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

/** The operations of a path; 405 counts for every operation that the path has. */
function operationsAt(method: string, pathname: string): string[] {
  const place = findPlace(document, method, pathname);
  if (place.kind === "unknown_path") return [];
  if (place.kind === "operation") return [place.operation.operationId];
  return place.allowed.flatMap((allowed) => operationsAt(allowed, pathname));
}
