import type { ApiKeyList, ApiKeyWithText } from "@intray/sdk/schemas";
import { OTHER_ACCOUNT_KEY, useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

describe("api_keys", () => {
  it("creates a form key by the form's id or uuid, and /me describes it", async () => {
    const { uuid } = await server.row("form", ["uuid"], { id: 1 });

    for (const form_id of [1, "1", uuid]) {
      const json = { kind: "form", form_id, name: "Reader" };
      const made = await server.create<{ key: string }>("/api_keys", json);
      const me = await server.read("/me", made.key);

      const own = { kind: "form", form_id: 1 };
      expect(made).toMatchObject({ ...own, name: "Reader", can_delete: false, last_used_at: null });
      expect(me).toMatchObject({ ...own, key_name: "Reader", account: { id: 1 } });
    }
  });

  it.each([
    [{}, "kind"],
    [{ kind: "form" }, "form_id"],
    [{ kind: "form", form_id: null }, "form_id"],
    [{ kind: "form", form_id: "x y" }, "form_id"],
    [{ kind: "account", form_id: 1 }, "form_id"],
    [{ kind: "account", scope: "admin" }, "scope"],
    [{ kind: "form", form_id: 1, scope: "read", can_delete: true }, "can_delete"],
    [{ kind: "form", form_id: 1, scope: "submissions:mark", can_delete: true }, "can_delete"],
    [{ kind: "account", scope: ["export"] }, "scope"],
    [{ kind: "account", allowed_ips: [] }, "allowed_ips"],
    [{ kind: "account", expires_at: "2020-01-01" }, "expires_at"],
    [{ kind: "account", expires_in: 59 }, "expires_in"],
    [{ kind: "account", expires_in: 60, expires_at: "2030-01-01" }, "expires_in"],
  ])("creates no key from %j", async (json, field) => {
    expect((await server.refused("POST", "/api_keys", json))[0]).toBe(field);
  });

  it.each([
    ["a week", {}, null, 7 * 86_400],
    ["the given time", { overlap: 60 }, null, 60],
    ["at once", { overlap: 0 }, null, 0],
    ["no longer than it would have", { overlap: 7_776_000 }, 3_600, 3_600],
  ])("rotates a key, and ends the old one after %s", async (_, json, life, left) => {
    const name = `Old ${left}`;
    const limits = { scope: "export", allowed_ips: ["127.0.0.0/8"], name };
    const expiry = life === null ? {} : { expires_in: life };
    const made = { kind: "form", form_id: 1, ...limits, ...expiry };
    const old = await server.create<ApiKeyWithText>("/api_keys", made);

    const next = await server.create<ApiKeyWithText>(`/api_keys/${old.id}/rotation`, json);
    const again = await server.request("POST", `/api_keys/${old.id}/rotation`, { json: {} });
    const { api_keys } = await server.read<ApiKeyList>("/api_keys?per_page=100");
    const works = async (key: string | null) =>
      (await server.request("GET", "/me", { key })).status;

    expect(next).toMatchObject({ kind: "form", form_id: 1, ...limits, replaces: old.id });
    const lives = (at?: string | null) => (at ? (Date.parse(at) - Date.now()) / 1_000 : Infinity);
    expect(lives(next.expires_at)).toBeCloseTo(life ?? Infinity, -1);
    const ended = api_keys.find(({ id }) => id === old.id);
    expect(lives(ended?.expires_at)).toBeCloseTo(left, -1);
    expect([again.status, await works(next.key)]).toEqual([409, 200]);
    expect(await works(old.key)).toBe(left === 0 ? 401 : 200);
  });

  it("rotates no key of another account, and gives nobody the power of another maker", async () => {
    const admin = { email: "admin@example.org", role: "admin", password_hash: "" } as const;
    const { id: login_id } = await server.insert("login", admin);
    const adminKey = await server.createKey();
    await server.sql(
      "update api_key set login_id = ? where id = (select max(id) from api_key)",
      login_id,
    );
    const old = await server.create<ApiKeyWithText>("/api_keys", { kind: "account" });
    const rotate = (key: string) =>
      server.request("POST", `/api_keys/${old.id}/rotation`, { key, json: {} });

    const strange = await rotate(OTHER_ACCOUNT_KEY);
    const taken = (await rotate(adminKey)).json() as ApiKeyWithText;

    expect([strange.status, taken.made_by]).toEqual([404, login_id]);
    expect(await server.read("/me", taken.key ?? "")).toMatchObject({ role: "admin" });
  });

  it.each([
    "1",
    "0x7f.1",
    "192.0.2.0/33",
    "2001:db8::/129",
    "fe80::1%eth0",
    "::ffff:192.0.2.1",
    "a, b",
    "",
  ])("creates no key for the address %j", async (ip) => {
    const json = { kind: "account", allowed_ips: ["192.0.2.1", ip] };
    const [field] = await server.refused("POST", "/api_keys", json);

    expect(field).toMatch(/^allowed_ips/);
  });

  it("creates keys that may do everything and never expire, unless told otherwise", async () => {
    const plain = await server.create("/api_keys", { kind: "account" });
    const api_key = { kind: "account", scope: "read", expires_in: 3_600 };
    type Limited = Readonly<Record<"key" | "created_at" | "expires_at", string>>;
    const limited = await server.create<Limited>("/api_keys", { api_key });
    const me = await server.read("/me", limited.key);

    expect(plain).toMatchObject({ scope: "write", expires_at: null, can_delete: true });
    expect(limited).toMatchObject({ scope: "read", can_delete: false });
    // The request is a little older than the row.
    const seconds = (Date.parse(limited.expires_at) - Date.parse(limited.created_at)) / 1_000;
    expect(seconds).toBeCloseTo(3_600, 0);
    expect(me).toMatchObject({ scope: "read", expires_at: limited.expires_at });
  });
});
