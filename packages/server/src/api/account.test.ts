import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

const patch = (json: unknown) => server.patch("/account", json);

describe("the account", () => {
  it("has no alert_url at first", async () => {
    expect(await server.read("/account")).toEqual({
      id: 1,
      name: expect.any(String) as string,
      alert_url: null,
      alert_url_enabled: false,
      alert_secret: null,
      second_factor_role: null,
      second_factor_from: null,
      spam_prior: true,
    });
    expect(await server.read("/account/alert_secret")).toEqual({ signing_secret: null });
  });

  it("keeps the signing secret when its alert_url changes, and makes another after null", async () => {
    const secret = async () =>
      (await server.read<{ signing_secret: string }>("/account/alert_secret")).signing_secret;
    await patch({ account: { alert_url: "https://chat.example/one" } });
    const first = await secret();
    const changed = await patch({ alert_url: "https://chat.example/two" });
    const kept = await secret();
    const unnamed = await patch({});
    await patch({ alert_url: null });
    await patch({ alert_url: "https://chat.example/two" });

    expect(changed).toMatchObject({
      alert_url: "https://chat.example/two",
      alert_url_enabled: true,
      alert_secret: `whsec_…${first.slice(-4)}`,
    });
    expect(unnamed).toEqual(changed);
    expect(kept).toBe(first);
    expect(await secret()).not.toBe(first);
  });

  it("records changes and reveals in the audit log, without the URL", async () => {
    await patch({ alert_url: "https://chat.example/hidden" });

    const rows = await server.rows("audit", ["action", "detail"], { account_id: 1 });
    expect(rows.at(-1)).toEqual({ action: "account.changed", detail: "alert_url" });
  });
});

it("alerts are those of the account, open and resolved, the newest first", async () => {
  const kind = "deliveries_late";
  const late = { kind, detail: JSON.stringify({ kind, waiting: 3 }) } as const;
  const over = { resolved_at: 3_000, resolution: "recovered" } as const;
  await server.insert("alert", { account_id: 1, ...late, ...over });
  await server.insert("alert", { account_id: 1, ...late });
  await server.insert("alert", { account_id: 2, ...late });

  const message = "Deliveries are on time again.";
  expect(await server.read("/alerts")).toMatchObject({
    alerts: [
      {
        kind: "deliveries_late",
        message: "Deliveries are late: 3 are due, one for more than 10 minutes.",
        since: "1970-01-01T00:00:01.000Z",
        resolved_at: null,
        resolution: null,
      },
      { message, resolved_at: "1970-01-01T00:00:03.000Z", resolution: "recovered" },
    ],
  });
});
