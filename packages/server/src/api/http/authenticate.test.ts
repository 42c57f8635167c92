import { createHash } from "node:crypto";
import { useShared } from "../../../../../test/harness/use.ts";
import { ACCOUNT_KEY, useApiServer, useApiServerAt } from "../../../test/api-server.ts";
import { newKey } from "../../domain/account/api-key.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";
import { systemRandom } from "../../platform/random.ts";
import { openPeerStores } from "../../../test/peer-stores.ts";
import { type Log, silentLog } from "../../platform/log.ts";
import { listAudit } from "../../store/accounts/audit.ts";
import { reportRejectedKeys } from "./authenticate.ts";

const server = useApiServerAt(() => now);
let now = Date.parse("2026-01-01T00:00:00Z");

const withoutUrls = useApiServer({
  INTRAY_API_TOKEN_IN_URLS: "false",
  INTRAY_TRUST_PROXY: "127.0.0.1",
});

it("is not taken from a URL if the setting says so", async () => {
  const ask = (path: string, key: string | null) => withoutUrls.request("GET", path, { key });

  const answer = await ask(`/me?api_token=${ACCOUNT_KEY}`, null);

  expect([answer.status, (await ask("/me", ACCOUNT_KEY)).status]).toEqual([401, 200]);
  expect(answer.text).toContain("takes no API key in a URL");
});

describe("a key for some addresses", () => {
  const make = (allowed_ips: readonly string[]) =>
    withoutUrls.create<{ key: string; id: number }>("/api_keys", { kind: "account", allowed_ips });
  const askFrom = (key: string, from: string, method = "GET", json?: object) =>
    withoutUrls.request(method, method === "GET" ? "/me" : "/api_keys", {
      key,
      json,
      headers: { "x-forwarded-for": from },
    });

  it.each([
    ["192.0.2.7", "192.0.2.7", 200],
    ["192.0.2.7", "192.0.2.8", 403],
    ["192.0.2.77/24", "192.0.2.8", 200],
    ["192.0.2.0/24", "192.0.3.0", 403],
    ["0.0.0.0/0", "2001:db8::1", 403],
    ["2001:DB8::/32", "2001:db8:ffff::1", 200],
    ["2001:db8::/32", "2001:db9::1", 403],
    ["192.0.2.0/24", "::ffff:192.0.2.9", 200],
    ["192.0.2.0/24", "192.0.2.9, nonsense", 403],
  ])("of %s from %s is answered with %i", async (range, from, status) => {
    const { key } = await make(["198.51.100.1", range]);

    const answer = await askFrom(key, from);

    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/198\.51|\/(24|32)/);
  });

  it("names the address that it refuses, and keeps the one that it was last used from", async () => {
    const { key, id } = await make(["192.0.2.0/24"]);

    const refused = await askFrom(key, "203.0.113.5");
    await askFrom(key, "192.0.2.5");

    expect(refused.json()).toMatchObject({ code: "forbidden", error: /address 203\.0\.113\.5\./ });
    await vi.waitFor(async () => {
      const [row] = await withoutUrls.sql("select * from api_key where id = ?", id);
      expect(row).toMatchObject({ last_used_ip: "192.0.2.5" });
    });
  });

  it("makes keys for its addresses only, and hides them from keys that only read", async () => {
    const { key } = await make(["192.0.2.0/24"]);
    const make2 = (more: object) =>
      askFrom(key, "192.0.2.5", "POST", { kind: "account", scope: "read", ...more });

    const inherited = await make2({});
    const narrower = await make2({ allowed_ips: ["192.0.2.128/25", "192.0.2.1"] });
    const wider = await make2({ allowed_ips: ["192.0.2.0/23"] });
    const list = { headers: { "x-forwarded-for": "192.0.2.5" } };
    const { key: reader } = inherited.json() as { key: string };
    const seen = await withoutUrls.request("GET", "/api_keys", { key: reader, ...list });

    expect(inherited.json()).toMatchObject({ allowed_ips: ["192.0.2.0/24"] });
    expect(narrower.json()).toMatchObject({ allowed_ips: ["192.0.2.128/25", "192.0.2.1"] });
    expect([wider.status, seen.status]).toEqual([422, 200]);
    expect(wider.text + seen.text).not.toContain("192.0.2");
  });
});

describe("a key", () => {
  it.each([
    ["bearer in small letters", { authorization: `bearer   ${ACCOUNT_KEY}` }, ""],
    ["api_token with an empty header", { authorization: "" }, `?api_token=${ACCOUNT_KEY}`],
  ])("is accepted as %s", async (_, headers, query) => {
    const answer = await server.request("GET", `/me${query}`, { key: null, headers });

    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ kind: "account", form_id: null, account: { id: 1 } });
  });

  it.each([
    ["none", {}, "", /needs an API key/],
    ["an empty key", {}, "?api_token=", /needs an API key/],
    ["another scheme", { authorization: "Basic YTpi" }, "", /cannot be read/],
    ["no scheme", { authorization: ACCOUNT_KEY }, "", /cannot be read/],
    ["two keys", { authorization: `Bearer ${ACCOUNT_KEY} x` }, "", /cannot be read/],
    [
      "a wrong header with a valid api_token",
      { authorization: "Bearer x" },
      `?api_token=${ACCOUNT_KEY}`,
      /unknown/,
    ],
    ["other letter case", { authorization: `Bearer ${ACCOUNT_KEY.toUpperCase()}` }, "", /unknown/],
    [
      "a mistyped key",
      { authorization: `Bearer ${newKey("account", systemRandom).slice(0, -1)}~` },
      "",
      /mistyped/,
    ],
    [
      "a key that was never created",
      { authorization: `Bearer ${newKey("form", systemRandom)}` },
      "",
      /unknown or was revoked/,
    ],
  ])("is rejected: %s", async (_, headers, query, words) => {
    const answer = await server.request("GET", `/me${query}`, { key: null, headers });

    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(answer.json()).toMatchObject({
      code: "unauthenticated",
      error: words,
      request_id: answer.headers.get("x-request-id"),
    });
  });

  it("is stored only as a hash, shown once, and rejected once it is deleted", async () => {
    const made = await server.create<{ id: number; key: string }>("/api_keys", { kind: "account" });
    const rows = await server.sql("select * from api_key where id = ?", made.id);

    expect(made.key).toMatch(/^itk_acct_[0-9A-Za-z]{49}$/);
    expect(rows).toMatchObject([{ hash: createHash("sha256").update(made.key).digest() }]);
    expect(JSON.stringify(rows)).not.toContain(made.key);
    expect((await server.request("GET", "/api_keys")).text).not.toContain(made.key);
    expect((await server.request("GET", "/me", { key: made.key })).status).toBe(200);
    expect((await server.request("DELETE", `/api_keys/${made.id}`, { key: made.key })).status).toBe(
      200,
    );
    expect((await server.request("GET", "/me", { key: made.key })).status).toBe(401);
  });

  it("has its use recorded once a minute", async () => {
    type Key = { readonly id: number; readonly key: string };
    const { id, key } = await server.create<Key>("/api_keys", { kind: "account" });
    const lastUse = async () =>
      (await server.row("api_key", ["last_used_at"], { id })).last_used_at;
    const first = now;

    await server.request("GET", "/me", { key });
    await expect.poll(lastUse).toBe(first);
    now = first + 59_999;
    await server.request("GET", "/me", { key });
    now = first + 60_000;
    await server.request("GET", "/me", { key });

    await expect.poll(lastUse).toBe(first + 60_000);
  });
});

it("no response repeats a key that was in the URL", async () => {
  for (const path of [
    "/nowhere",
    "/forms/x",
    "/submissions?page=x",
    "/forms/1/submissions?per_page=1",
  ]) {
    const joined = `${path}${path.includes("?") ? "&" : "?"}api_token=${ACCOUNT_KEY}`;
    const answer = await server.request("GET", joined, { key: null });

    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(ACCOUNT_KEY);
  }
});

it.each([
  ["/submissions/1", "*", "GET, PATCH"],
  ["/forms/1/submissions", "*", "GET"],
  ["/form_webhooks/1/signing_secret", null, null],
])(
  "a preflight without a key says whether pages of other sites may read %s",
  async (path, origin, methods) => {
    const headers = { "access-control-request-headers": "x-apikey,Prefer,<b>,x-wp-nonce" };
    const preflight = await server.request("OPTIONS", path, { key: null, headers });
    const rejection = await server.request("GET", path, { key: null });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe(methods);
    expect(preflight.headers.get("access-control-allow-headers")).toBe(
      methods && "Authorization, Prefer, x-apikey, x-wp-nonce",
    );
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    for (const answer of [preflight, rejection]) {
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    }
  },
);

const peers = useShared(openPeerStores);

it("reports unknown keys at once, and then at most once a minute, with their number", async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 23));
  const logged: unknown[] = [];
  const warn = (about: object) => logged.push(about);
  const log = { ...silentLog, warn } as unknown as Log;
  const report = reportRejectedKeys({ store: await peers.open(), clock, log });
  const recorded = async () =>
    (await listAudit(peers.fixture.db, { account_id: 1, limit: 9 })).map((row) => [
      row.actor,
      row.action,
      row.times,
      row.ip,
    ]);

  for (let n = 1; n <= 500; n += 1) report(`203.0.113.${n % 250}`);
  await expect.poll(recorded).toEqual([["Unknown key", "key.unknown", 1, "203.0.113.1"]]);
  clock.advance(60_000);
  await expect.poll(recorded).toEqual([["Unknown key", "key.unknown", 500, "203.0.113.0"]]);
  clock.advance(600_000);
  report("198.51.100.1");

  expect(logged).toEqual([
    { times: 1, ip: "203.0.113.1" },
    { times: 499, ip: "203.0.113.0" },
    { times: 1, ip: "198.51.100.1" },
  ]);
  await expect.poll(recorded).toEqual([["Unknown key", "key.unknown", 501, "198.51.100.1"]]);
});
