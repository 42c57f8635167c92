// Every operation names the scopes of keys that may call it, besides `write`: keys of all others are refused.
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { AUDITED_OPERATIONS } from "../../packages/server/src/api/audited-operations.ts";
import { isKeyScope, KEY_SCOPES } from "../../packages/server/src/domain/account/api-key.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { useShared } from "../harness/use.ts";

const UNKNOWN = "999999999";
/** Recorded in the audit log, although they change nothing. */
const RECORDED_READING = ["listFormSubmissions"];
/** They answer what would be sent, and change nothing. */
const PREVIEWS = ["previewReply", "rehearseForm", "previewFormEmail", "previewFormWebhook"];

const SENTENCE =
  /^The API key "Key" has the scope ([\w:]+), and [A-Z]+ \/api\/v1\S+ needs one of: write[, \w:]*\. Use /;

const server = useApiServer();

const keyed = operations
  .filter(({ scope }) => scope !== "none")
  .map((operation) => ({
    ...operation,
    at: operation.path.slice("/api/v1".length).replace(/\{\w+\}/, UNKNOWN),
  }));

const LIMITED = Object.keys(KEY_SCOPES)
  .filter(isKeyScope)
  .filter((scope) => scope !== "write");

describe.each(LIMITED)("a key with the scope %s", (own) => {
  const keys = useShared(() =>
    Promise.all([{}, { form_id: 1 }].map((key) => server.createKey({ ...key, scope: own }))),
  );

  const refusal = own === "read" ? "read_only_key" : "forbidden";

  it.each(keyed)("calls $id only if that takes it", async ({ method, at, scopes }) => {
    for (const key of keys) {
      for (const path of [at, `${at}/`]) {
        const answer = await fetch(`${server.url}/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${key}` },
        });
        const { code, error } = answer.status === 403 ? await problemOf(answer) : {};
        // An event stream does not end by itself.
        if (!answer.bodyUsed) await answer.body?.cancel();

        const refused = SENTENCE.exec(String(error))?.[1] === own ? code : undefined;
        const isTaken = scopes.some((one) => one === own);
        expect(refused, `${method} ${path}: ${answer.status}`).toBe(isTaken ? undefined : refusal);
      }
    }
  });

  it("cannot ask for the head of a secret either", async () => {
    const hook = { form_id: 1, name: "CRM", url: "http://127.0.0.1:9/" };
    const { id } = await server.create("/form_webhooks", hook);

    const answer = await server.request("HEAD", `/form_webhooks/${id}/signing_secret`, {
      key: keys[0] ?? null,
    });

    expect(answer.status).toBe(403);
  });
});

it("operations that change or reveal something need the scope write", () => {
  const reading = keyed.filter(({ scope }) => scope === "read");
  const posted = reading.filter(({ method }) => method !== "GET").map(({ id }) => id);
  const recorded = reading.filter(({ id }) => AUDITED_OPERATIONS.has(id));

  expect(posted).toEqual(PREVIEWS);
  expect(recorded.map(({ id }) => id)).toEqual(RECORDED_READING);
});

const problemOf = async (answer: Response) =>
  (await answer.json()) as { readonly code?: string; readonly error?: string };
