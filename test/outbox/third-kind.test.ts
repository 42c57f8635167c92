// A kind of destination that is only declared and given a sender is made by users, sent to, retried and logged.
import { fileURLToPath } from "node:url";
import { useEach, useShared } from "../harness/use.ts";
import { type Program, startProgram } from "../../demo/program.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { withKey, postTo } from "../harness/api.ts";
import { KEY } from "../harness/server-program.ts";

const PATIENCE = { interval: 20 };
const at = (name: string) => new URL(name, import.meta.url);

let server: Program;
let url: string;
const fresh = useShared(freshDatabase);
beforeAll(async () => {
  const program = ["--import", at("echo-kind.ts").href, fileURLToPath(at("echo-server.ts"))];
  server = startProgram("the server", program, {
    ...settingsFor(fresh),
    INTRAY_PORT: "0",
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_RETRY_SCHEDULE: "1s",
  });
  url = await server.url();
});
afterAll(() => server.stop("SIGKILL"));

const form = useEach<{ readonly id: number; readonly uuid: string }>(
  async () => (await call("POST", "/forms", { name: "Contact" })).json,
);
async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${url}/api/v1${path}`, { method, ...withKey(KEY, body) });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}
const make = (to: string) => call("POST", "/form_webhooks", { form_id: form.id, url: to });
const post = () => postTo(url, form.uuid, { message: "Hello" });
const deliveries = async () =>
  (await call("GET", `/deliveries?form_id=${form.id}`)).json.deliveries;

it("is made by its URL, sent to until it answers, and logged", async () => {
  const { status, json: webhook } = await make("echo://hall");
  expect({ status, url: webhook.url }).toEqual({ status: 201, url: "echo://hall" });

  await post();

  await vi.waitFor(async () => {
    expect(await deliveries()).toMatchObject([{ state: "succeeded" }]);
  }, PATIENCE);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ kind: "echo", address: "echo://hall" });
  expect(delivery.attempts).toMatchObject([
    { outcome: "failed", error_code: "connection_refused", response_excerpt: "Call again." },
    {
      outcome: "succeeded",
      http_status: null,
      smtp_status: null,
      response_excerpt: /^echo:\/\/hall \{.*"message":"Hello"/,
    },
  ]);
  const { json: log } = await call("GET", `/webhook_logs?webhook_id=${webhook.id}`);
  expect(log.webhook_logs).toMatchObject([{ url: "echo://hall", state: "succeeded" }]);
  const { json: again } = await call("POST", `/webhook_logs/${delivery.id}/refire`);
  expect(again).toMatchObject({ success: true });
});

it("gives its own reasons when it is disabled or deleted", async () => {
  const { json: disabled } = await make("echo://disabled");
  await call("PATCH", `/form_webhooks/${disabled.id}`, { enabled: false });
  const { json: deleted } = await make("echo://deleted");
  await post();
  await vi.waitFor(async () => {
    expect((await deliveries())[0].attempts).toHaveLength(1);
  }, PATIENCE);

  await call("DELETE", `/form_webhooks/${deleted.id}`);

  await vi.waitFor(async () => {
    expect(await deliveries()).toMatchObject([
      { address: "echo://deleted", state: "canceled", reason: "echo_deleted" },
      { address: "echo://disabled", state: "skipped", reason: "echo_disabled" },
    ]);
  }, PATIENCE);
});

it("checks addresses in its own words, and those of unknown kinds in the words of all", async () => {
  const problems = ["echo://", "echo://forbidden", "ftp://example.org"].map(make);

  expect(await Promise.all(problems)).toMatchObject([
    { status: 422, json: { error: expect.stringContaining("An echo needs a name") } },
    { status: 422, json: { error: expect.stringContaining("must not call there") } },
    {
      status: 422,
      json: {
        error: /must begin with https:\/\/ or http:\/\/ or (.* or )?echo:\/\//,
      },
    },
  ]);
});

it("cannot be made of a webhook", async () => {
  const { json: webhook } = await make("https://example.org/hook");

  const moved = await call("PATCH", `/form_webhooks/${webhook.id}`, { url: "echo://hall" });

  expect(moved).toMatchObject({
    status: 422,
    json: { error: expect.stringContaining("is of the kind webhook") },
  });
});
