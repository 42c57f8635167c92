// Calls every documented operation of a real server and compares each response with openapi.yaml.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { readConfig } from "../../packages/server/src/config/config.ts";
import { systemRandom } from "../../packages/server/src/platform/random.ts";
import { silentLog } from "../../packages/server/src/platform/log.ts";
import { type RunningServer, startServer } from "../../packages/server/src/bootstrap/server.ts";
import {
  type FreshDatabase,
  freshDatabase,
  settingsFor,
} from "../../packages/server/test/database.ts";
import { type CheckedAnswer, checkedFetch } from "./document.ts";

const KEY = "a-key-for-the-contract-tests-of-intray";
const UNKNOWN = "999999999";

let fresh: FreshDatabase;
let server: RunningServer;
let died: Error | undefined;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { config } = readConfig({
    ...settingsFor(fresh),
    INTRAY_PORT: "0",
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
  });
  server = await startServer({
    config,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    onDeath: (error) => (died = error),
    webhookUrlProblem: () => undefined,
  });
});

afterAll(async () => {
  await server.close({ atOnce: true });
  await fresh.drop();
  if (died !== undefined) throw died;
});

function ask(method: string, path: string, json?: unknown): Promise<CheckedAnswer> {
  return checkedFetch(server.url)(method, path, {
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}

interface Made {
  readonly id: number;
  /** Of a form. */
  readonly uuid?: string;
}

async function make(path: string, json: unknown): Promise<Made> {
  const answer = await ask("POST", `/api/v1/${path}`, json);
  expect(answer.status).toBe(201);
  return answer.json() as Made;
}

/** A form with one webhook, and one submission with a file, which has one delivery. */
async function prepare() {
  const project = await make("projects", { name: "Site" });
  const form = await make("forms", { form: { name: "Contact", project_id: project.id } });
  const webhook = await make("form_webhooks", {
    form_id: form.id,
    name: "Hook",
    url: "http://127.0.0.1:9/hook",
    headers: [{ name: "X-Team", value: "blue" }],
  });
  const body = new FormData();
  body.set("email", "ada@example.com");
  body.append("tag", "a");
  body.append("tag", "b");
  body.set("file", new File(["bytes"], "notes.txt", { type: "text/plain" }));
  const posted = await checkedFetch(server.url)("POST", `/f/${form.uuid ?? ""}.json`, {
    body,
    headers: { referer: "https://example.org/contact?from=ad#top" },
  });
  const { id } = posted.json() as { readonly id: number };
  return { project, form, webhook, submission: id };
}

describe("the server", () => {
  it.each(operations)("keeps the contract in error responses of $id", async ({ method, path }) => {
    const at = path.replace(/\{[^}]+\}/, UNKNOWN);
    const statuses: number[] = [];

    for (const init of [
      {},
      { headers: { authorization: "Bearer itk_acct_wrong" } },
      { headers: { authorization: `Bearer ${KEY}` } },
      ...(method === "GET" || method === "DELETE"
        ? []
        : [
            { headers: { authorization: `Bearer ${KEY}` }, body: "<a/>" },
            keyedJson("{"),
            keyedJson("[]"),
            keyedJson('{"name":7,"submission":{"read":"yes"},"submission_ids":["1"]}'),
          ]),
    ]) {
      // Each response is checked; an undocumented one throws.
      statuses.push((await checkedFetch(server.url)(method, at, init)).status);
    }

    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it("keeps the contract in every operation", async () => {
    const { project, form, webhook, submission } = await prepare();
    const v1 = "/api/v1";
    const logs = await ask("GET", `${v1}/submissions/${submission}/webhook_logs`);
    const [log] = (logs.json() as { readonly webhook_logs: readonly { id: number }[] })
      .webhook_logs;
    const record = (await ask("GET", `${v1}/submissions/${submission}`)).json() as {
      readonly attachments: readonly { readonly id: number; readonly public_url: string }[];
    };
    const [attachment] = record.attachments;
    const key = await make("api_keys", { kind: "form", form_id: form.id, name: "Reader" });

    const statuses: Record<string, number> = {};
    for (const [method, path, body] of [
      ["GET", `${v1}/submissions?unread=true&filter_by=New&per_page=1&order_by=date_asc`],
      ["GET", `${v1}/submissions?date_range=2020-01-01 to 2099-01-01&created_after=2020-01-01`],
      ["PATCH", `${v1}/submissions/${submission}`, { submission: { read: true } }],
      ["POST", `${v1}/submissions/${submission}/refire_webhooks`],
      ["POST", `${v1}/submissions/refire_webhooks`, { submission_ids: [submission, 999999] }],
      ["GET", `${v1}/webhook_logs?form_id=${form.id}&webhook_id=${webhook.id}`],
      ["POST", `${v1}/webhook_logs/${log?.id ?? UNKNOWN}/refire`],
      ["POST", `${v1}/form_webhooks/${webhook.id}/refire_failed`, { since: "2020-01-01" }],
      ["POST", `${v1}/deliveries/send`, { destination_id: webhook.id }],
      ["GET", `${v1}/deliveries/progress?since=2020-01-01`],
      ["POST", `${v1}/deliveries/stop`, { since: "2020-01-01" }],
      ["POST", `${v1}/form_webhooks/${webhook.id}/test`],
      ["POST", `${v1}/form_webhooks/preview`, { form_webhook: { format: "slack" } }],
      ["GET", `${v1}/forms/${form.uuid ?? ""}/submissions`],
      ["GET", `${v1}/forms`],
      ["GET", `${v1}/forms/${form.id}`],
      ["PATCH", `${v1}/forms/${form.id}`, { name: "Contact us" }],
      ["PUT", `${v1}/forms/${form.id}`, { form: { redirect_heading: "Thanks" } }],
      ["GET", `${v1}/projects`],
      ["GET", `${v1}/projects/${project.id}`],
      ["PATCH", `${v1}/projects/${project.id}`, { name: "Pages" }],
      ["PUT", `${v1}/projects/${project.id}`, { project: { name: "Sites" } }],
      ["GET", `${v1}/form_webhooks?form_id=${form.id}`],
      ["GET", `${v1}/form_webhooks/${webhook.id}`],
      ["PATCH", `${v1}/form_webhooks/${webhook.id}`, { name: "Hook 2" }],
      ["PUT", `${v1}/form_webhooks/${webhook.id}`, { form_webhook: { enabled: false } }],
      ["GET", `${v1}/form_webhooks/${webhook.id}/signing_secret`],
      ["POST", `${v1}/form_webhooks/${webhook.id}/regenerate_secret`],
      ["GET", `${v1}/attachments/${attachment?.id ?? UNKNOWN}`],
      ["GET", new URL(attachment?.public_url ?? "", server.url).pathname],
      ["GET", `${v1}/submissions?query=a%25`],
      ["GET", `${v1}/api_keys`],
      ["DELETE", `${v1}/api_keys/${key.id}`],
      ["GET", `${v1}/me`],
      ["GET", `${v1}/openapi.json`],
      ["GET", "/healthz"],
      ["GET", "/readyz"],
      ["DELETE", `${v1}/form_webhooks/${webhook.id}`],
      ["DELETE", `${v1}/submissions/${submission}`],
      ["DELETE", `${v1}/projects/${project.id}`],
      ["DELETE", `${v1}/forms/${form.id}`],
    ] as const) {
      statuses[`${method} ${path}`] = (await ask(method, path, body)).status;
    }

    expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([]);
  });

  it.each([
    ["GET", "/nowhere", 404],
    ["GET", "/api/v1/nowhere", 404],
    ["PUT", "/api/v1/me", 405],
    ["GET", "/f/abcdefabcdef", 405],
    ["GET", "/api/v1/submissions?query=x&order_by=email_asc&cursor=x", 422],
    ["GET", "/api/v1/submissions?unread=maybe", 422],
    ["GET", "/api/v1/submissions?cursor=x", 422],
  ] as const)("answers %s %s with %i in the contract's words", async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(status);
  });
});

function keyedJson(body: string) {
  return { headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" }, body };
}
