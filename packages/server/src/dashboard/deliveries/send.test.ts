// The pages that send what waits: what they ask, what they reject, and how sending is stopped.
import { says, useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script>`;
const LATER = Date.now() + 6 * 3_600_000;

const server = useDashboard();
let webhook: number;
beforeAll(async () => {
  webhook = (await server.addWebhook(1, { name: `Hook ${HOSTILE}` })).id;
  await server.post("1", { a: "1" });
  await vi.waitUntil(async () => (await blocked()).length > 0);
});

const blocked = () => server.rows("delivery", ["id"], { state: "blocked" });
/** The delivery waits for its third attempt. */
const wait = () => {
  const again = { attempts_made: 2, claims: 2, next_attempt_at: LATER };
  const queued = { state: "queued", reason: null, finished_at: null, ...again } as const;
  return server.update("delivery", queued, { trigger: "intake" });
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
    expect(text).toMatch(/value="waiting" checked/);
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
    const answer = await server.ada.post("/deliveries/send", { group: "everything" });

    expect(answer).toMatchObject(says(422, "Nothing is selected."));
  });

  it("that does not wait any more says so, and goes back to the list", async () => {
    await server.update("delivery", { next_attempt_at: 1 }, { state: "queued" });
    await expect.poll(blocked).toHaveLength(1);
    const until = new Date().toISOString();

    const selected = { group: "waiting", webhook_id: String(webhook), until };
    const answer = await server.ada.post("/deliveries/send", selected);

    expect(answer.location).toBe(`/dashboard/deliveries?webhook_id=${webhook}`);
    const { words } = await server.ada.get("/deliveries");
    expect(words).toContain("none of these deliveries was waiting any more");
  });

  it("is stopped: a delivery that is due waits again", async () => {
    await wait();
    // Due, but its webhook has no slot: the server would block its address at once.
    const lease = { lease_token: "9999.test", lease_expires_at: LATER };
    const leased = { state: "delivering", next_attempt_at: null, ...lease } as const;
    await server.update("delivery", leased, { trigger: "intake" });
    const since = new Date(Date.now() - 1_000).toISOString();
    const url = `/deliveries/sending?webhook_id=${webhook}&since=${since}&total=1`;

    const during = await server.ada.get(url);
    const fields = { webhook_id: String(webhook), since, total: "1" };
    const stopped = await server.ada.post("/deliveries/stop", fields);

    expect(during.words).toContain("0 of 1 delivery attempted.");
    expect(stopped.location).toContain("/dashboard/deliveries/sending?");
    expect((await server.ada.get("/deliveries")).words).toContain("Nothing was left to stop.");
    const delivery = await server.row("delivery", ["next_attempt_at"], { trigger: "intake" });
    expect(delivery.next_attempt_at).toBeNull();
  });

  const queries = ["since=never", "since=2026-01-01&form_id=999"];
  it.each(queries)("shows no progress of %s", async (query) => {
    const { status } = await server.ada.get(`/deliveries/sending?${query}`);
    expect([404, 422]).toContain(status);
  });

  it("leaves out what was delivered unless it is selected", async () => {
    const ended = { state: "succeeded", reason: null, finished_at: 1 } as const;
    const unclaimed = { next_attempt_at: null, lease_token: null, lease_expires_at: null };
    await server.update("delivery", { ...ended, ...unclaimed }, { trigger: "intake" });

    const { text, words } = await server.ada.get("/deliveries/send");

    expect(words).toContain("1 delivery delivered already");
    expect(text).toMatch(/value="delivered"(?! checked)/);
  });

  it("offers to continue where a request had to end", async () => {
    const query = `since=2026-01-01&total=5&cursor=9.${encodeURIComponent(HOSTILE)}&group=waiting&batch=2`;

    const { text } = await server.ada.get(`/deliveries/sending?${query}`);

    expect(text).toContain('data-post-at-once=""');
    expect(text).toContain('name="group" value="waiting"');
    expect(text).not.toContain("<script>alert");
  });
});
