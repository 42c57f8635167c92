import { createServer } from "node:net";
import type { WebhookLogList } from "@intray/sdk/schemas";
import { listenOnLoopback } from "../../../../../test/harness/loopback.ts";
import { useShared } from "../../../../../test/harness/use.ts";
import { idsOn, linkOn, useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe("the webhook log of a submission", () => {
  // Accepts each connection and closes it.
  const receiver = useShared(() => listenOnLoopback(createServer((socket) => socket.destroy())));
  const server = useDashboard({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1", INTRAY_RETRY_SCHEDULE: "1h" });
  beforeAll(async () => {
    const headers = [{ name: "X-Token", value: "never shown" }];
    await server.addWebhook(1, { name: `Hook ${HOSTILE}`, url: `${receiver.url}/hook`, headers });
  });
  const logOf = async (id: number) =>
    (await server.read<WebhookLogList>(`/submissions/${id}/webhook_logs`)).webhook_logs;

  it("shows the request, its outcome and a re-fire", async () => {
    const big = "</pre><script>alert(4)</script>";
    const id = await server.post("1", { email: "ada@example.org", big });
    await vi.waitFor(async () => expect((await logOf(id))[0]?.attempts).toHaveLength(1));

    const page = await server.ada.get(`/submissions/${id}`);
    const [entry] = await logOf(id);
    const return_to = `/dashboard/submissions/${id}#log`;
    const again = await server.ada.submit(`/deliveries/${entry?.id}/refire`, { return_to });

    expect(page.words).toContain(`Hook ${HOSTILE} Retrying`);
    expect(page).toMatchObject({ words: /connection reset/, text: /<button id="refire">/ });
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
    const id = await server.post("1", { a: "often" });
    for (let n = 0; n < 11; n += 1)
      await server.request("POST", `/submissions/${id}/refire_webhooks`);

    const newest = await server.ada.get(`/submissions/${id}?tab=inbox`);
    const older = await server.ada.get(linkOn(newest, /href="([^"#]*)#log">Older deliveries/));

    const all = (await logOf(id)).map((entry) => entry.id);
    expect(idsOn(newest, "delivery")).toEqual(all.slice(0, 10));
    expect(idsOn(older, "delivery")).toEqual(all.slice(10));
    expect(older.text).toContain(`href="/dashboard/submissions/${id}?tab=inbox#log"`);
  });

  it("re-fires all webhooks", async () => {
    const id = await server.post("1", { a: "again" });

    const page = await server.ada.submit(`/submissions/${id}/refire`);

    expect(page.words).toContain("Queued 1 delivery.");
    expect(await logOf(id)).toHaveLength(2);
  });
});
