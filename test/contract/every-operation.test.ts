// Rules that every operation in openapi.yaml follows.
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { ACCOUNT_KEY, useApiServer } from "../../packages/server/test/api-server.ts";
import { checkedFetch } from "./document.ts";

const READABLE_BY_PAGES = new Set([
  "listSubmissions",
  "getSubmission",
  "updateSubmission",
  "getForm",
  "listFormSubmissions",
]);
const UNKNOWN = "999999999";

const server = useApiServer();

const api = operations
  .filter(({ path }) => path.startsWith("/api/v1/"))
  .map((operation) => ({ ...operation, at: operation.path.replace(/\{\w+\}/, UNKNOWN) }));
const keyed = api.filter(({ scope }) => scope !== "none");

const ask = (method: string, path: string, headers: Record<string, string>) =>
  checkedFetch(server.url)(method, path, { headers });

const withKey = { authorization: `Bearer ${ACCOUNT_KEY}` };

it.each(keyed)("$id requires a key, and says so", async ({ method, at }) => {
  const answer = await ask(method, at, {});

  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expect(answer.json()).toMatchObject({ code: "unauthenticated" });
});

it.each(keyed)("$id takes its key in every header and in the query", async ({ method, at }) => {
  const answers = await Promise.all([
    ask(method, at, withKey),
    ask(method, at, { authorization: `Token ${ACCOUNT_KEY}` }),
    ask(method, at, { "x-apikey": ACCOUNT_KEY }),
    ask(method, `${at}?api_token=${ACCOUNT_KEY}`, {}),
  ]);

  expect(answers.map(({ status }) => status)).not.toContain(401);
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
});

it.each(keyed)("$id forbids caching", async ({ method, at }) => {
  const { headers } = await ask(method, at, withKey);

  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("set-cookie")).toBeNull();
});

it.each(api)("$id is the same with a trailing slash", async ({ method, at }) => {
  const plain = await ask(method, at, withKey);
  const slashed = await ask(method, `${at}/`, withKey);

  expect(slashed.status).toBe(plain.status);
});

it.each(api)("$id allows other origins only where documented", async (operation) => {
  const { id, method, at } = operation;
  const { headers } = await ask(method, at, { ...withKey, origin: "https://example.org" });

  const isOpen = READABLE_BY_PAGES.has(id);
  expect(headers.get("access-control-allow-origin")).toBe(isOpen ? "*" : null);
  expect(headers.get("access-control-allow-credentials")).toBeNull();
});

it.each(api.filter(({ method }) => method === "GET"))(
  "$id answers HEAD as GET, without the body",
  async ({ at }) => {
    const got = await ask("GET", at, withKey);
    const head = await ask("HEAD", at, withKey);

    expect(head.status).toBe(got.status);
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    expect(head.text).toBe("");
  },
);

it.each([...new Set(api.map(({ at }) => at))])("%s rejects other methods", async (at) => {
  const allowed = api.filter((operation) => operation.at === at).map(({ method }) => method);
  const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
    (method) => !allowed.some((one) => one === method),
  );

  for (const method of others) {
    const answer = await ask(method, at, withKey);

    expect(`${method} ${answer.status}`).toBe(`${method} 405`);
    expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allowed.toSorted());
  }
});
