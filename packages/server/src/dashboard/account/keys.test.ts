import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTHER_ACCOUNT_KEY } from "../../../test/api-server.ts";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";

describe("the page of API keys", () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard();
  });
  afterAll(() => server.close());
  const keyIn = (text: string) => /itk_(?:acct|form)_\w+/.exec(text)?.[0] ?? "";
  const status = async (key: string) => (await server.request("GET", "/me", { key })).status;

  it("shows a new key once; it works until it is revoked", async () => {
    const made = await server.ada.post("/keys", { name: "Nightly <export>" });
    const key = keyIn(made.text);
    const list = await server.ada.get("/keys");
    const [, id = ""] = /keys\/(\d+)\/revoke" data-confirm="Revoke Nightly/.exec(list.text) ?? [];

    expect(made.status).toBe(200);
    expect(made.words).toContain("The key is only shown once.");
    expect(await status(key)).toBe(200);
    expect(list.text).not.toContain(key);
    expect(list.text).toContain("Nightly &lt;export&gt;");

    const after = await server.ada.submit(`/keys/${id}/revoke`);
    expect(after.words).toContain("The key Nightly <export> was revoked");
    expect(await status(key)).toBe(401);
  });

  it("rotates a key; the old one works until it is revoked", async () => {
    const old = keyIn((await server.ada.post("/keys", { name: "CI", form_id: "1" })).text);
    const list = await server.ada.get("/keys");
    const [, id = ""] = /keys\/(\d+)\/revoke" data-confirm="Revoke CI/.exec(list.text) ?? [];

    const rotated = await server.ada.post(`/keys/${id}/rotate`);
    const fresh = keyIn(rotated.text);

    expect(fresh).toMatch(/^itk_form_/);
    expect([await status(old), await status(fresh)]).toEqual([200, 200]);
    expect(rotated.text).toContain(`/dashboard/keys/${id}/revoke`);
  });

  it("rejects an unknown form, and keeps what was typed", async () => {
    const answer = await server.ada.post("/keys", { name: "Kept", form_id: "2" });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('value="Kept"');
  });

  it("does not show or change keys of other accounts", async () => {
    const theirs = await server.request("GET", "/api_keys", { key: OTHER_ACCOUNT_KEY });
    const { api_keys } = theirs.json() as { api_keys: { id: number; name: string }[] };
    const id = api_keys[0]?.id ?? 0;

    const list = await server.ada.get("/keys");
    const answers = await Promise.all(
      ["revoke", "rotate"].map((what) => server.ada.post(`/keys/${id}/${what}`)),
    );

    expect(list.words).not.toContain("Strange");
    expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
    expect(await status(OTHER_ACCOUNT_KEY)).toBe(200);
  });

  it("answers 404 for an invalid id", async () => {
    const answer = await server.ada.post("/keys/x/revoke");

    expect(answer.status).toBe(404);
  });
});
