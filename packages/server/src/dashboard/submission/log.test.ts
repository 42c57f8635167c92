import { createServer } from "node:net";
import type { WebhookLogList } from "@intray/sdk/schemas";
import { listenOnLoopback, type Loopback } from "../../../../../test/harness/loopback.ts";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe("the webhook log of a submission", () => {
  let server: DashboardServer;
  let receiver: Loopback;
  beforeAll(async () => {
    // Accepts each connection and closes it.
    receiver = await listenOnLoopback(createServer((socket) => socket.destroy()));
    server = await startDashboard({
      INTRAY_WEBHOOK_ALLOW: receiver.host,
      INTRAY_RETRY_SCHEDULE: "1h",
    });
    await server.create("/form_webhooks", {
      form_webhook: {
        form_id: 1,
        name: `Hook ${HOSTILE}`,
        url: `${receiver.url}/hook`,
        headers: [{ name: "X-Token", value: "never shown" }],
      },
    });
  });
  afterAll(async () => {
    await server.close();
    receiver.close();
  });
  const logOf = async (id: number) =>
    (await server.read<WebhookLogList>(`/submissions/${id}/webhook_logs`)).webhook_logs;
  const post = (fields: Record<string, string>) => server.post("1", new URLSearchParams(fields));

  it("shows the request, its outcome and a re-fire", async () => {
    const id = await post({ email: "ada@example.org", big: "</pre><script>alert(4)</script>" });
    await vi.waitFor(async () => expect((await logOf(id))[0]?.attempts).toHaveLength(1));

    const page = await server.ada.get(`/submissions/${id}`);
    const [entry] = await logOf(id);
    const again = await server.ada.submit(`/deliveries/${entry?.id}/refire`, {
      return_to: `/dashboard/submissions/${id}#log`,
    });

    expect(page.words).toContain(`Hook ${HOSTILE} Retrying`);
    expect(page.words).toContain("connection reset");
    expect(page.words).toContain("Attempt 2 of 2 is due");
    expect(page.words).toContain(`webhook-id: ${entry?.message_id}`);
    expect(page.words).toContain("X-Token: (hidden)");
    expect(page.words).toContain('"big": "</pre><script>alert(4)</script>"');
    expect(page.text).not.toContain("never shown");
    expect(page.text).not.toContain("<script>alert");
    expect(again.words).toContain("Queued 1 delivery.");
    expect(again.words).toContain("2 deliveries");
    expect(again.words).toContain("Replaced by a re-fire.");
  });

  it("paginates a long log", async () => {
    const id = await post({ a: "often" });
    for (let n = 0; n < 11; n += 1)
      await server.request("POST", `/submissions/${id}/refire_webhooks`);
    const ids = (text: string) => [...text.matchAll(/<li id="delivery-(\d+)"/g)].map(([, n]) => n);

    const newest = await server.ada.get(`/submissions/${id}?tab=inbox`);
    const [, to = ""] = /href="([^"]*)">Older deliveries/.exec(newest.text) ?? [];
    const older = await server.ada.get(
      to.replaceAll("&amp;", "&").replace("/dashboard", "").replace("#log", ""),
    );

    const all = (await logOf(id)).map((entry) => String(entry.id));
    expect(ids(newest.text)).toEqual(all.slice(0, 10));
    expect(ids(older.text)).toEqual(all.slice(10));
    expect(older.text).toContain(`href="/dashboard/submissions/${id}?tab=inbox#log"`);
  });

  it("re-fires all webhooks", async () => {
    const id = await post({ a: "again" });

    const page = await server.ada.submit(`/submissions/${id}/refire`);

    expect(page.words).toContain("Queued 1 delivery.");
    expect(await logOf(id)).toHaveLength(2);
  });
});
