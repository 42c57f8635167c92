// The pages that send what waits: what they ask, what they reject, and how sending is stopped.
import { useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script>`;
const LATER = Date.now() + 6 * 3_600_000;

const server = useDashboard();
let webhook: number;
beforeAll(async () => {
  webhook = (
    await server.create("/form_webhooks", {
      form_webhook: { form_id: 1, name: `Hook ${HOSTILE}`, url: "http://127.0.0.1:9/" },
    })
  ).id;
  await server.post("1", new URLSearchParams({ a: "1" }));
  await vi.waitFor(async () => {
    const blocked = await server.sql("select id from delivery where state = 'blocked'");
    if (blocked.length === 0) throw new Error("The delivery is under way.");
  });
});

/** The delivery waits for its third attempt. */
const wait = () =>
  server.sql(
    `update delivery set state = 'queued', reason = null, attempts_made = 2, claims = 2,
      next_attempt_at = ?, finished_at = null where trigger = 'intake'`,
    LATER,
  );
const dueAt = async () => {
  const [row] = (await server.sql(
    "select next_attempt_at from delivery where trigger = 'intake'",
  )) as { readonly next_attempt_at: number | null }[];
  return row?.next_attempt_at;
};

describe("the page that asks what to send", () => {
  it("counts what waits, and says which deliveries it is about", async () => {
    await wait();

    const { status, text, words } = await server.ada.get(
      `/deliveries/send?webhook_id=${webhook}&state=retrying&created_after=2026-01-01`,
    );

    expect(status).toBe(200);
    expect(words).toContain(`Only webhook Hook ${HOSTILE}, state Retrying, since 2026-01-01.`);
    expect(words).toContain("1 delivery waiting for the next attempt");
    expect(text).not.toContain("<script>alert");
  });

  it("is offered on the pages of deliveries and of the webhook, with the number", async () => {
    await wait();

    const list = await server.ada.get("/deliveries");
    const filtered = await server.ada.get("/deliveries?http_status=503");
    const page = await server.ada.get(`/webhooks/${webhook}`);

    expect(list.words).toContain("Send what is waiting now (1)");
    expect(filtered.text).toContain(
      'href="/dashboard/deliveries/send?http_status=503&amp;project=all"',
    );
    expect(page.words).toContain("Send what is waiting now (1)");
  });

  it.each(["state=lost", "webhook_id=x", "http_status=999", "created_after=never", "form_id=999"])(
    "rejects %s",
    async (query) => {
      const { status } = await server.ada.get(`/deliveries/send?${query}`);
      expect([404, 422]).toContain(status);
    },
  );
});

describe("sending what waits", () => {
  it("needs a selection", async () => {
    const { status, words } = await server.ada.post("/deliveries/send", { group: "everything" });

    expect(status).toBe(422);
    expect(words).toContain("Nothing is selected.");
  });

  it("that does not wait any more says so, and goes back to the list", async () => {
    await server.sql("update delivery set next_attempt_at = 1 where state = 'queued'");
    await expect
      .poll(() => server.sql("select id from delivery where state = 'blocked'"))
      .toHaveLength(1);

    const answer = await server.ada.post("/deliveries/send", {
      group: "waiting",
      webhook_id: String(webhook),
      until: new Date().toISOString(),
    });

    expect(answer.headers.get("location")).toBe(`/dashboard/deliveries?webhook_id=${webhook}`);
    const { words } = await server.ada.get("/deliveries");
    expect(words).toContain("none of these deliveries was waiting any more");
  });

  it("is stopped: a delivery that is due waits again", async () => {
    await wait();
    // Due, but its webhook has no slot: the server would block its address at once.
    await server.sql(
      `update delivery set state = 'delivering', next_attempt_at = null,
        lease_token = '9999.test', lease_expires_at = ? where trigger = 'intake'`,
      LATER,
    );
    const since = new Date(Date.now() - 1_000).toISOString();
    const url = `/deliveries/sending?webhook_id=${webhook}&since=${since}&total=1`;

    const during = await server.ada.get(url);
    const stopped = await server.ada.post("/deliveries/stop", {
      webhook_id: String(webhook),
      since,
      total: "1",
    });

    expect(during.words).toContain("0 of 1 delivery attempted.");
    expect(stopped.status).toBe(303);
    expect(stopped.headers.get("location")).toContain("/dashboard/deliveries/sending?");
    expect((await server.ada.get("/deliveries")).words).toContain("Nothing was left to stop.");
    expect(await dueAt()).toBeNull();
  });

  it.each(["since=never", "since=2026-01-01&form_id=999"])(
    "shows no progress of %s",
    async (query) => {
      const { status } = await server.ada.get(`/deliveries/sending?${query}`);
      expect([404, 422]).toContain(status);
    },
  );

  it("offers to continue where a request had to end", async () => {
    const query = `since=2026-01-01&total=5&cursor=9.${encodeURIComponent(HOSTILE)}&group=waiting&batch=2`;

    const { text } = await server.ada.get(`/deliveries/sending?${query}`);

    expect(text).toContain('data-post-at-once=""');
    expect(text).toContain('name="group" value="waiting"');
    expect(text).not.toContain("<script>alert");
  });
});
