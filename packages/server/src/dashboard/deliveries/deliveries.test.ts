import type { WebhookLog, WebhookLogList } from "@intray/sdk/schemas";
import { idsOn, type Page, useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script>`;

describe("the page of deliveries", () => {
  const server = useDashboard();
  let hook: number;
  let other: number;
  beforeAll(async () => {
    const webhook = async (name: string, enabled: boolean) => {
      const url = "http://127.0.0.1:9/";
      return (await server.create("/form_webhooks", { form_id: 1, name, url, enabled })).id;
    };
    // Neither receives anything: loopback is blocked, and the other webhook is disabled.
    hook = await webhook(`Hook ${HOSTILE}`, true);
    other = await webhook("Disabled", false);
    await server.post("1", { a: "1" });
    await vi.waitUntil(async () => (await log("?state=blocked")).length > 0);
  });
  const log = async (query = ""): Promise<readonly WebhookLog[]> =>
    (await server.read<WebhookLogList>(`/webhook_logs${query}`)).webhook_logs;
  const entries = (page: Page) => idsOn(page, "delivery").length;

  it("shows every delivery with its submission", async () => {
    const page = await server.ada.get("/deliveries");
    const { text, words, status } = page;

    expect([status, entries(page)]).toEqual([200, 2]);
    expect(text).toContain("/dashboard/submissions/1#delivery-");
    expect(words).toContain(`Hook ${HOSTILE} Blocked`);
    expect(words).toContain("Disabled Not sent");
    expect(words).toContain("The webhook was disabled. Enable it, then re-fire.");
    expect(text).toContain(`<a class="button" href="/dashboard/webhooks/${other}">Webhook</a>`);
    expect(text.match(/\/refire"/g)).toHaveLength(1);
    expect(text).not.toContain("<script>alert");
  });

  it("filters by state, webhook, form and date, and keeps the selected filters", async () => {
    const shown = async (query: string) => entries(await server.ada.get(`/deliveries${query}`));

    expect(await shown("?state=blocked&webhook_id=&form_id=&created_after=")).toBe(1);
    expect([await shown("?state=succeeded"), await shown(`?webhook_id=${other}`)]).toEqual([0, 1]);
    expect(await shown(`?form_id=1&webhook_id=${hook}&state=skipped`)).toBe(0);
    expect(await shown("?created_after=2000-01-01")).toBe(2);
    expect(await shown("?created_after=2200-01-01")).toBe(0);
    const { text } = await server.ada.get(`/deliveries?state=blocked&webhook_id=${hook}`);
    expect(text).toContain('<option value="blocked" selected="">');
    expect(text).toContain(`<option value="${hook}" selected="">`);
  });

  it("filters by the days of the person's time zone", async () => {
    const visitor = await server.signedIn();
    visitor.cookies.set("intray_browser_zone", encodeURIComponent("Asia/Tokyo"));
    // The first moment of 21 November in Tokyo, and the last before it.
    const created_at = Date.parse("2025-11-20T15:00Z");
    await server.update("delivery", { created_at }, { webhook_id: other });
    await server.update("delivery", { created_at: created_at - 1 }, { webhook_id: hook });
    const shown = async (webhook: number, days: string) =>
      entries(await visitor.get(`/deliveries?webhook_id=${webhook}&${days}`));

    const before = "created_after=2025-11-20&created_before=2025-11-20";
    expect([await shown(other, before), await shown(hook, before)]).toEqual([0, 1]);
    const after = "created_after=2025-11-21";
    expect([await shown(other, after), await shown(hook, after)]).toEqual([1, 0]);
  });

  const queries = ["?state=lost", "?webhook_id=x", "?created_after=yesterday", "?cursor=garbage"];
  it.each(queries)("shows the error of %s with the filters", async (query) => {
    const { status, text } = await server.ada.get(`/deliveries${query}`);

    expect([status, text]).toEqual([422, /role="alert"/]);
    expect(text).toContain('name="webhook_id"');
  });

  const odd = ["https://evil.example/", "//evil.example", "/f/1", "/dashboardx", "/dashboard/\\x"];
  it.each(odd)("does not redirect to %s", async (return_to) => {
    const [entry] = await log("?state=blocked");

    const answer = await server.ada.post(`/deliveries/${entry?.id}/refire`, { return_to });

    expect(answer.location).toBe("/dashboard/deliveries");
  });

  it("shows why a delivery cannot be re-fired", async () => {
    const [entry] = await log("?state=skipped");

    const { status, words } = await server.ada.post(`/deliveries/${entry?.id}/refire`);

    expect([status, words]).toEqual([409, /disabled/]);
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
    const { id: form_id } = await server.create("/forms", { name: "Nothing came" });
    const { id } = await server.addWebhook(form_id);
    await server.request("POST", `/form_webhooks/${id}/test`, { json: {} });
    const [test] = await log(`?webhook_id=${id}`);

    const { words } = await server.ada.get(`/deliveries?webhook_id=${id}`);

    expect(test?.submission_id).toBeNull();
    expect(words).toContain(`webhook-id: msg_test_${test?.id}_`);
    expect(words).toMatch(/x-service-trigger: test .* \{ "/);
  });
});
