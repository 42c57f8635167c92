import { useApiServer } from "../../test/api-server.ts";

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
    [{ kind: "account", expires_at: "2020-01-01" }, "expires_at"],
    [{ kind: "account", expires_in: 59 }, "expires_in"],
    [{ kind: "account", expires_in: 60, expires_at: "2030-01-01" }, "expires_in"],
  ])("creates no key from %j", async (json, field) => {
    expect((await server.refused("POST", "/api_keys", json))[0]).toBe(field);
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
