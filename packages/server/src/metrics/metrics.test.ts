import { checkedFetch } from "../../../../test/contract/document.ts";
import { startApiServer } from "../../test/api-server.ts";
import { isOnPostgres } from "../../test/database.ts";
import { parseScrape } from "../../test/scrape.ts";
import { serveOnLoopback } from "../../../../test/harness/loopback.ts";
import { useEach } from "../../../../test/harness/use.ts";

const TOKEN = "read-the-metrics-with-this";

let status = 200;
const receiver = useEach(() =>
  serveOnLoopback((_, response) => void response.writeHead(status).end()),
);
const server = useEach(() =>
  startApiServer({ INTRAY_WEBHOOK_ALLOW: receiver.host, INTRAY_METRICS_TOKEN: TOKEN }),
);
beforeEach(() => {
  status = 200;
});

const ask = (headers: Readonly<Record<string, string>> = {}) =>
  checkedFetch(server.url)("GET", "/metrics", { headers });
const scrape = async () => parseScrape((await ask()).text);
const value = async (sample: string) => (await scrape()).values.get(sample);
const untilValue = (sample: string, count: number) =>
  vi.waitUntil(async () => (await value(sample)) === count);
const addWebhook = (url: string) => server.addWebhook(1, { url });
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

it("counts posts by verdict and status, and measures accepted ones", async () => {
  await server.post("1", form({ a: "1" }));
  // Reading does not reset counters.
  await scrape();
  await server.post("1", form({ a: "2" }));
  await server.post("1", form({ a: "2" })); // once more
  await checkedFetch(server.url)("POST", "/f/1.json", { body: form({}) });
  await checkedFetch(server.url)("POST", "/f/999.json", { body: form({ a: "3" }) });
  await checkedFetch(server.url)("OPTIONS", "/f/1.json");

  const { values, types } = await scrape();

  expect(values.get('intray_submissions_accepted_total{verdict="ham"}')).toBe(2);
  expect(values.get('intray_submissions_accepted_total{verdict="spam"}')).toBe(1);
  expect(values.get('intray_http_requests_total{route="/f/:form",status="200"}')).toBe(3);
  expect(values.get('intray_http_requests_total{route="/f/:form",status="204"}')).toBe(1);
  expect(values.get('intray_http_requests_total{route="/f/:form",status="404"}')).toBe(1);
  expect(values.get('intray_http_requests_total{route="/f/:form",status="422"}')).toBe(1);
  expect(values.get('intray_posts_rejected_total{reason="empty",code="empty"}')).toBe(1);
  expect(values.get('intray_posts_rejected_total{reason="unknown_form",code="not_found"}')).toBe(1);
  expect(values.get('intray_posts_rejected_total{reason="server",code="overloaded"}')).toBe(0);
  expect(types.get("intray_intake_seconds")).toBe("histogram");
  expect(values.get("intray_intake_seconds_count")).toBe(3);
  expect(values.get('intray_intake_seconds_bucket{le="+Inf"}')).toBe(3);
  expect(values.get("intray_intake_seconds_sum")).toBeGreaterThan(0);
  expect(values.get("intray_intake_seconds_sum")).toBeLessThan(20);
});

it("counts all other requests by the pattern of their path", async () => {
  const before = (await scrape()).values;
  await server.request("GET", "/forms/1");
  await server.request("GET", "/forms/2");
  await server.request("GET", "/forms", { key: null });
  await server.request("DELETE", "/forms");
  await server.request("POST", "/form_webhooks/preview", { json: {} });
  await checkedFetch(server.url)("GET", "/nothing/here");
  await checkedFetch(server.url)("GET", "/nowhere");
  await checkedFetch(server.url)("GET", "/readyz");

  const after = (await scrape()).values;

  const risen = [...after]
    .filter(([sample]) => sample.startsWith("intray_http_requests_total"))
    .map(([sample, count]) => [sample.slice(26), count - (before.get(sample) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(risen)).toEqual({
    '{route="/api/v1/forms/:form_id",status="200"}': 1,
    '{route="/api/v1/forms/:form_id",status="404"}': 1,
    '{route="/api/v1/*",status="401"}': 1,
    '{route="/api/v1/form_webhooks/preview",status="422"}': 1,
    '{route="/api/v1/forms",status="405"}': 1,
    '{route="/*",status="404"}': 2,
    '{route="/readyz",status="200"}': 1,
    '{route="/metrics",status="200"}': 1,
  });
});

it("counts delivery attempts by outcome, and measures them", async () => {
  await addWebhook(`${receiver.url}/`);
  await addWebhook("http://127.0.0.1:9/");
  const attempts = (labels: string) => `intray_delivery_attempts_total{${labels}}`;
  const succeeded = attempts('kind="webhook",outcome="succeeded",error_code=""');
  const failed = attempts('kind="webhook",outcome="failed",error_code="http_status"');
  const blocked = attempts('kind="webhook",outcome="blocked",error_code="blocked_address"');
  const given = (state: string, kind = "webhook") =>
    value(`intray_deliveries_failed_total{kind="${kind}",state="${state}"}`);
  expect([await value(succeeded), await value(failed), await value(blocked)]).toEqual([0, 0, 0]);
  expect([await given("exhausted"), await given("blocked")]).toEqual([0, 0]);

  await server.post("1", form({ a: "1" }));
  await untilValue(succeeded, 1);
  status = 500;
  await server.post("1", form({ a: "2" }));
  await untilValue(failed, 1);
  await untilValue(blocked, 2);

  const { values } = await scrape();
  expect(values.get(succeeded)).toBe(1);
  expect(values.get('intray_delivery_seconds_count{kind="webhook"}')).toBe(2);
  expect(values.get("intray_deliveries_leased")).toBe(0);
  await untilValue('intray_deliveries_pending{kind="webhook"}', 1);
  expect(values.get('intray_deliveries_pending{kind="email"}')).toBe(0);
  const byMail = await given("blocked", "email");
  expect([await given("exhausted"), await given("blocked"), byMail]).toEqual([0, 2, 0]);
  expect(values.get("intray_delivery_oldest_due_seconds")).toBe(0);
});

it("counts commits and measures them", async () => {
  const count = async () => (await value("intray_commit_batch_size_count")) ?? 0;
  const writes = async () => (await value("intray_commit_batch_size_sum")) ?? 0;
  const before = await count();
  const writesBefore = await writes();
  await Promise.all([...Array(20).keys()].map((n) => server.post("1", { a: String(n) })));

  const { values } = await scrape();

  const commits = (values.get("intray_commit_batch_size_count") ?? 0) - before;
  expect(commits).toBeGreaterThan(0);
  const written = (values.get("intray_commit_batch_size_sum") ?? 0) - writesBefore;
  expect(written).toBeGreaterThanOrEqual(20);
  // Housekeeping writes as well, but less than the posts.
  expect(written).toBeLessThan(40);
  expect(values.get("intray_commit_seconds_count")).toBe(commits + before);
  expect(values.get("intray_commit_seconds_sum")).toBeGreaterThan(0);
});

it("has no labels from request data", async () => {
  const sent = "zebra1f9";
  await addWebhook(`${receiver.url}/${sent}`);
  const id = await server.post("1", form({ [sent]: sent }));
  await checkedFetch(server.url)("GET", `/${sent}`);
  await checkedFetch(server.url)("POST", `/f/${sent}`, { body: form({ a: "1" }) });
  await server.request("GET", `/submissions/${id}?search=${sent}`);
  await untilValue(
    'intray_delivery_attempts_total{kind="webhook",outcome="succeeded",error_code=""}',
    1,
  );

  expect((await ask()).text).not.toContain(sent);
});

it("can be read on this machine, or with the token", async () => {
  const forwarded = { "x-forwarded-for": "192.0.2.1" };
  const authorization = `Bearer ${TOKEN}`;

  expect((await ask({ ...forwarded, authorization })).status).toBe(200);
  expect((await ask(forwarded)).json()).toMatchObject({
    code: "forbidden",
    error: /INTRAY_METRICS_TOKEN/,
  });
  const rejected = await ask({ authorization: "Bearer wrong" });
  expect(rejected.headers.get("www-authenticate")).toBe("Bearer");
  expect(rejected.text).not.toContain(TOKEN);
  const granted = await ask();
  expect(granted.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(granted.headers.get("cache-control")).toBe("no-store");
});

it.runIf(isOnPostgres)("returns the other metrics if the database does not respond", async () => {
  await server.post("1", form({ a: "1" }));
  await server.sql("alter table delivery rename to hidden");

  const { values } = await scrape();

  await server.sql("alter table hidden rename to delivery");
  expect(values.has("intray_delivery_oldest_due_seconds")).toBe(false);
  expect(values.has('intray_deliveries_pending{kind="webhook"}')).toBe(false);
  expect(values.get('intray_submissions_accepted_total{verdict="ham"}')).toBe(1);
  expect(await value("intray_delivery_oldest_due_seconds")).toBe(0);
});
