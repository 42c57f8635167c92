import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

const patch = (json: unknown) => server.request("PATCH", "/account", { json });
const read = async (path: string, key?: string) =>
  (await server.request("GET", path, key === undefined ? {} : { key })).json();

describe("the account", () => {
  it("has no alert_url at first", async () => {
    expect(await read("/account")).toEqual({
      id: 1,
      name: expect.any(String) as string,
      alert_url: null,
      alert_url_enabled: false,
      alert_secret: null,
    });
    expect(await read("/account/alert_secret")).toEqual({ signing_secret: null });
  });

  it("keeps the signing secret when its alert_url changes, and makes another after null", async () => {
    const secret = async () =>
      ((await read("/account/alert_secret")) as { signing_secret: string }).signing_secret;
    await patch({ account: { alert_url: "https://chat.example/one" } });
    const first = await secret();
    const changed = await patch({ alert_url: "https://chat.example/two" });
    const kept = await secret();
    const unnamed = await patch({});
    await patch({ alert_url: null });
    await patch({ alert_url: "https://chat.example/two" });

    expect(changed.json()).toMatchObject({
      alert_url: "https://chat.example/two",
      alert_url_enabled: true,
      alert_secret: `whsec_…${first.slice(-4)}`,
    });
    expect(unnamed.json()).toEqual(changed.json());
    expect(kept).toBe(first);
    expect(await secret()).not.toBe(first);
  });

  it("records changes and reveals in the audit log, without the URL", async () => {
    await patch({ alert_url: "https://chat.example/hidden" });

    const rows = await server.sql(
      "select action, detail from audit where account_id = 1 order by id desc limit 1",
    );
    expect(rows).toEqual([{ action: "account.changed", detail: "alert_url" }]);
  });
});

describe("alerts", () => {
  it("are those of the account, open and resolved, the newest first", async () => {
    const kind = "deliveries_late";
    const late = { kind, detail: JSON.stringify({ kind, waiting: 3 }) } as const;
    const over = { resolved_at: 3_000, resolution: "recovered" } as const;
    await server.insert("alert", { account_id: 1, ...late, ...over });
    await server.insert("alert", { account_id: 1, ...late });
    await server.insert("alert", { account_id: 2, ...late });

    const { alerts } = (await read("/alerts")) as { alerts: readonly object[] };

    expect(alerts).toMatchObject([
      {
        kind: "deliveries_late",
        message: "Deliveries are late: 3 are due, one for more than 10 minutes.",
        since: "1970-01-01T00:00:01.000Z",
        resolved_at: null,
        resolution: null,
      },
      {
        message: "Deliveries are on time again.",
        resolved_at: "1970-01-01T00:00:03.000Z",
        resolution: "recovered",
      },
    ]);
  });
});
