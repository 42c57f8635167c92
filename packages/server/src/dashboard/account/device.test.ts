import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

/** As a program does that follows the RFC, without a key. */
const post = async (path: string, members: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams(members);
  const answer = await server.request("POST", path, { key: null, body });
  return { status: answer.status, body: answer.json() as Readonly<Record<string, string>> };
};
const ask = async (members = {}) => {
  const { body } = await post("/device_authorizations", { client_id: "cron", ...members });
  const { device_code = "", user_code = "", verification_uri_complete = "" } = body;
  return { device_code, user_code, page: new URL(verification_uri_complete) };
};
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const poll = (device_code: string) => post("/device_tokens", { grant_type: GRANT, device_code });
const me = (key: string) => server.request("GET", "/me", { key });
const pageOf = ({ page }: Awaited<ReturnType<typeof ask>>) => page.pathname + page.search;

describe("a program that asks for a key by way of a browser", () => {
  it("gets what a person allows, as often as it asks, and nothing before", async () => {
    const asked = await ask({ device_name: "laptop <1>", scope: "read" });
    const early = [await poll(asked.device_code), await me(asked.device_code)];
    const page = await server.ada.get(pageOf(asked));
    const typed = { name: "Mine", scope: "read", form_id: "1", expires: "30" };
    const allowed = await server.ada.submit("/device", { user_code: asked.user_code, ...typed });
    const later = [await poll(asked.device_code), await poll(asked.device_code)];
    const own = (await me(asked.device_code)).json();

    expect(early.map(({ status }) => status)).toEqual([400, 401]);
    expect(page.words).toContain(
      `cron on laptop <1> asks for an API key, from the address 127.0.0.1. Allow it only if you started it yourself just now, and it shows the code ${asked.user_code}`,
    );
    expect(allowed.words).toContain("The program has the key Mine now.");
    const token = { access_token: asked.device_code, token_type: "Bearer", scope: "read" };
    for (const answer of later) expect(answer).toEqual({ status: 200, body: token });
    expect(own).toMatchObject({ kind: "form", form_id: 1, key_name: "Mine", scope: "read" });
    expect((await server.ada.get("/audit")).words).toContain("Key created");
  });

  it.each([
    ["was denied", "access_denied"],
    ["has expired", "expired_token"],
    ["nobody has allowed", "authorization_pending"],
  ])("gets no key that %s", async (what, error) => {
    const asked = await ask();
    const { user_code } = asked;
    if (what === "was denied") await server.ada.submit("/device/deny", { user_code });
    if (what === "has expired") await server.update("device_login", { expires_at: 1 });

    const { status, body } = await poll(asked.device_code);

    expect([status, body["error"]]).toEqual([400, error]);
    expect((await me(asked.device_code)).status).toBe(401);
    if (error === "authorization_pending") return;
    const page = await server.ada.get(pageOf(asked));
    const allowed = await server.ada.post("/device", { user_code, scope: "write" });
    expect([page.status, allowed.status]).toEqual([404, 404]);
    expect(page.words + allowed.words).toContain("No program waits with this code.");
  });

  it("gets no key once it is revoked, and no answer that tells keys from other text", async () => {
    const asked = await ask();
    await server.ada.submit("/device", { user_code: asked.user_code, name: "Short" });
    const { id } = await server.row("api_key", ["id"], { name: "Short" });
    await server.request("DELETE", `/api_keys/${id}`);

    for (const code of [asked.device_code, "itk_dev_nothing", "\0'; drop table api_key"]) {
      expect((await poll(code)).body["error"]).toBe("expired_token");
    }
  });

  it("finds its code however it is typed, and asks for it if it is missing", async () => {
    const asked = await ask();
    const typed = `%20${asked.user_code.replace("-", " ").toLowerCase()}`;

    expect((await server.ada.get(`/device?user_code=${typed}`)).status).toBe(200);
    expect((await server.ada.get("/device")).words).toContain("The program that asks");
    expect((await server.ada.get("/device?user_code=<b>")).status).toBe(404);
    const stranger = await server.visitor().get(pageOf(asked));
    expect(stranger.location).toContain(encodeURIComponent(`user_code=${asked.user_code}`));
  });

  it("is allowed only with a key of the whole account", async () => {
    const { user_code } = await ask();
    const key = await server.createKey({ form_id: 1 });
    const json = { kind: "account", user_code };

    expect((await server.request("POST", "/api_keys", { key, json })).status).toBe(403);
    expect(await server.create("/api_keys", json)).toMatchObject({ key: null });
    expect((await server.request("POST", "/api_keys", { json })).status).toBe(404);
  });

  it.each([
    [{ client_id: "" }, 422],
    [{ client_id: "x".repeat(81) }, 422],
    [{ client_id: "cron", scope: "admin" }, 422],
    [{ client_id: "\0 \u202E" }, 200],
  ])("that sends %j gets %i", async (members, status) => {
    expect((await post("/device_authorizations", members)).status).toBe(status);
  });

  it("is asked to wait while a thousand wait already", async () => {
    await server.sql(
      `insert into device_login (user_code, hash, prefix, name, scope, expires_at)
        with recursive codes (code) as
          (select 10000000 union all select code + 1 from codes where code < 10000999)
        select cast(code as text), randomblob(32), 'itk_dev_', 'cron', 'read', 9999999999999 from codes`,
    );

    const { status, body } = await post("/device_authorizations", { client_id: "cron" });

    expect([status, body["code"]]).toEqual([429, "rate_limited"]);
    expect(body["error"]).toContain("create a key in the dashboard");
  });
});
