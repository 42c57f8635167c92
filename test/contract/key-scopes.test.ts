// Every operation needs a scope of its key: `read`, or `write`, which keys with the scope read do not have.
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { AUDITED_OPERATIONS } from "../../packages/server/src/api/audited-operations.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { useShared } from "../harness/use.ts";

const UNKNOWN = "999999999";
/** Recorded in the audit log, although they change nothing. */
const RECORDED_READING = ["listFormSubmissions"];
/** They answer what would be sent, and change nothing. */
const PREVIEWS = ["previewReply", "previewFormEmail", "previewFormWebhook"];

const SENTENCE =
  /^The API key "Key" has the scope read, and [A-Z]+ \/api\/v1\S+ needs the scope write\. Use /;

const server = useApiServer();
const keys = useShared(() =>
  Promise.all([{}, { form_id: 1 }].map((key) => server.createKey({ ...key, scope: "read" }))),
);

const keyed = operations
  .filter(({ scope }) => scope !== "none")
  .map((operation) => ({
    ...operation,
    at: operation.path.slice("/api/v1".length).replace(/\{\w+\}/, UNKNOWN),
  }));

describe("a key with the scope read", () => {
  it.each(keyed)("calls $id only if that needs no more", async ({ method, at, scope }) => {
    const sentences: unknown[] = [];
    for (const key of keys) {
      for (const path of [at, `${at}/`]) {
        const answer = await fetch(`${server.url}/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${key}` },
        });
        const { code, error } = answer.status === 403 ? await problemOf(answer) : {};
        // An event stream does not end by itself.
        if (!answer.bodyUsed) await answer.body?.cancel();

        const isRejected = code === "read_only_key";
        expect(isRejected, `${method} ${path}: ${answer.status}`).toBe(scope === "write");
        sentences.push(...(isRejected ? [error] : []));
      }
    }

    expect(sentences.filter((one) => !SENTENCE.test(String(one)))).toEqual([]);
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
