import type { WebhookLog, WebhookLogList } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script>`;

describe("the page of deliveries", () => {
  const server = useDashboard();
  let hook: number;
  let other: number;
  beforeAll(async () => {
    const webhook = (name: string, url: string) =>
      server.create("/form_webhooks", { form_webhook: { form_id: 1, name, url } });
    // Neither receives anything: loopback is blocked, and the other webhook is disabled.
    hook = (await webhook(`Hook ${HOSTILE}`, "http://127.0.0.1:9/")).id;
    other = (await webhook("Disabled", "http://127.0.0.1:9/")).id;
    await server.request("PATCH", `/form_webhooks/${other}`, {
      json: { form_webhook: { enabled: false } },
    });
    await server.post("1", new URLSearchParams({ a: "1" }));
    await vi.waitFor(async () => {
      if ((await log("?state=blocked")).length === 0)
        throw new Error("The delivery is not finished.");
    });
  });
  const log = async (query = ""): Promise<readonly WebhookLog[]> =>
    (await server.read<WebhookLogList>(`/webhook_logs${query}`)).webhook_logs;
  const entries = (text: string) => [...text.matchAll(/<li id="delivery-(\d+)"/g)].length;

  it("shows every delivery with its submission", async () => {
    const { text, words, status } = await server.ada.get("/deliveries");

    expect([status, entries(text)]).toEqual([200, 2]);
    expect(text).toContain("/dashboard/submissions/1#delivery-");
    expect(words).toContain(`Hook ${HOSTILE} Blocked`);
    expect(words).toContain("Disabled Skipped");
    expect(words).toContain("The webhook was disabled. Enable it, then re-fire.");
    expect(text).not.toContain("<script>alert");
  });

  it("filters by state, webhook, form and date, and keeps the selected filters", async () => {
    const shown = async (query: string) =>
      entries((await server.ada.get(`/deliveries${query}`)).text);

    expect(await shown("?state=blocked&webhook_id=&form_id=&created_after=")).toBe(1);
    expect(await shown("?state=succeeded")).toBe(0);
    expect(await shown(`?webhook_id=${other}`)).toBe(1);
    expect(await shown(`?form_id=1&webhook_id=${hook}&state=skipped`)).toBe(0);
    expect(await shown("?created_after=2000-01-01")).toBe(2);
    expect(await shown("?created_after=2200-01-01")).toBe(0);
    const { text } = await server.ada.get(`/deliveries?state=blocked&webhook_id=${hook}`);
    expect(text).toContain('<option value="blocked" selected="">');
    expect(text).toContain(`<option value="${hook}" selected="">`);
  });

  it("filters by the days of the person's time zone", async () => {
    const visitor = server.visitor();
    await visitor.signIn();
    visitor.cookies.set("intray_browser_zone", encodeURIComponent("Asia/Tokyo"));
    // The last moment of 20 November in Tokyo, and the first of the 21st.
    const times = ["2025-11-20T14:59:59.999Z", "2025-11-20T15:00:00Z"].map((at) => Date.parse(at));
    const update = "update delivery set created_at = ? where webhook_id = ?";
    await server.sql(update, times[0], hook);
    await server.sql(update, times[1], other);

    const shown: number[] = [];
    for (const query of [
      `webhook_id=${other}&created_after=2025-11-20&created_before=2025-11-20`,
      `webhook_id=${hook}&created_after=2025-11-20&created_before=2025-11-20`,
      `webhook_id=${other}&created_after=2025-11-21`,
      `webhook_id=${hook}&created_after=2025-11-21`,
    ])
      shown.push(entries((await visitor.get(`/deliveries?${query}`)).text));
    expect(shown).toEqual([0, 1, 1, 0]);
  });

  it.each(["?state=lost", "?webhook_id=x", "?created_after=yesterday", "?cursor=garbage"])(
    "shows the error of %s with the filters",
    async (query) => {
      const { status, text } = await server.ada.get(`/deliveries${query}`);

      expect(status).toBe(422);
      expect(text).toContain('role="alert"');
      expect(text).toContain('name="webhook_id"');
    },
  );

  it.each(["https://evil.example/", "//evil.example", "/f/1", "/dashboardx", "/dashboard/\\x"])(
    "does not redirect to %s",
    async (return_to) => {
      const [entry] = await log("?state=blocked");

      const answer = await server.ada.post(`/deliveries/${entry?.id}/refire`, { return_to });

      expect(answer.headers.get("location")).toBe("/dashboard/deliveries");
    },
  );

  it("shows why a delivery cannot be re-fired", async () => {
    const [entry] = await log("?state=skipped");

    const { status, words } = await server.ada.post(`/deliveries/${entry?.id}/refire`);

    expect(status).toBe(409);
    expect(words).toMatch(/disabled/);
  });

  it("serves the sent body only as a download", async () => {
    const [entry] = await log("?state=blocked");

    const answer = await server.ada.get(`/deliveries/${entry?.id}/body`);

    expect(answer.text).toContain('"a":"1"');
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("shows the request of a test with sample data", async () => {
    const { id: form_id } = await server.create("/forms", { form: { name: "Nothing came" } });
    const { id } = await server.create("/form_webhooks", {
      form_webhook: { form_id, name: "Tried", url: "http://127.0.0.1:9/" },
    });
    await server.request("POST", `/form_webhooks/${id}/test`, { json: {} });
    const [test] = await log(`?webhook_id=${id}`);

    const { words } = await server.ada.get(`/deliveries?webhook_id=${id}`);

    expect(test?.submission_id).toBeNull();
    expect(words).toContain(`webhook-id: msg_test_${test?.id}_`);
    expect(words).toMatch(/x-service-trigger: test .* \{ "/);
  });
});
