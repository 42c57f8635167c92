import { useShared } from "../../../../../test/harness/use.ts";
import { REFUSING_URL, startWebhookPages } from "../../../test/webhook-pages.ts";
import { idsOn, inputOn, says } from "../../../test/dashboard.ts";

const pages = useShared(startWebhookPages);
/** As the button does, which saves the settings that are shown. */
const sendTest = async (id: number) => {
  const { location } = await pages.save(id, { after_saving: "test" });
  return pages.ada.get(location ?? "");
};

describe("the actions of a webhook", () => {
  it("send a test and show its outcome", async () => {
    const { id } = await pages.make();
    pages.status = 503;

    const page = await sendTest(id);

    pages.status = 200;
    expect(page.words).toMatch(/Test delivery .* Failed .* 503 after [\d,]+ ms, .*127\.0\.0\.1/);
    expect(page.words).toContain("Its own log may have the cause");
    expect(page.words).toContain("<b>the answer</b>");
    expect(page.text).not.toContain("<b>the answer");
    expect(page.text).toContain(`href="/dashboard/deliveries?webhook_id=${id}"`);
  });

  it("show first what the receiver answered, by number, with a test and its settings", async () => {
    const form = await pages.create("/forms", { name: "Down" });
    const { id } = await pages.make({ form_id: form.id });
    pages.status = 503;
    const { id: other } = await pages.make({ form_id: form.id, url: REFUSING_URL });
    for (const name of ["One", "Two", "Three"]) {
      await pages.post(String(form.id), { name });
    }
    const answered = async (webhook: number) =>
      (await pages.logOf(webhook)).filter(({ attempts }) => attempts.length > 0);
    for (const one of [id, other]) await expect.poll(() => answered(one)).toHaveLength(3);

    const page = await pages.ada.get(`/webhooks/${id}`);
    const refused = await pages.ada.get(`/webhooks/${other}`);
    pages.status = 200;

    expect(page.words).toMatch(
      /does not accept deliveries Last answer: HTTP 503 after .* Its own log/,
    );
    expect(page.words).toContain("3 deliveries: HTTP 503");
    expect(page.text).toContain(`/deliveries?webhook_id=${id}&amp;http_status=503"`);
    expect(page.text.indexOf('id="failing"')).toBeLessThan(page.text.indexOf('id="settings"'));
    expect(page.text).not.toContain("<b>the answer");
    expect(page.words).not.toContain("Deliveries wait");
    expect(refused.words).toContain("3 deliveries: connection refused");
    expect(refused.words).toMatch(
      /Deliveries wait: http:\/\/127\.0\.0\.1:9 hangs or refuses connections, since .+ UTC ?\. Next try: .+ UTC/,
    );
    const listed = (code: string) =>
      pages.ada.get(`/deliveries?webhook_id=${other}&http_status=${code}`);
    const list = await listed("connection_refused");
    expect(list.words).toContain("3 deliveries: connection refused");
    expect(idsOn(list, "delivery")).toHaveLength(3);
    expect(idsOn(await listed("timeout"), "delivery")).toEqual([]);
    const submission = (await pages.logOf(id))[0]?.submission_id ?? 0;
    expect((await pages.ada.get(`/submissions/${submission}`)).words).toMatch(
      /Next attempt: .+ UTC .* 503 after .*\. Next attempt planned for/,
    );
  });

  it("do not show the test of another webhook", async () => {
    const [one, other] = [await pages.make(), await pages.make()];
    await sendTest(one.id);
    const test = (await pages.logOf(one.id))[0]?.id ?? 0;

    const page = await pages.ada.get(`/webhooks/${other.id}?test=${test}`);
    const odd = await pages.ada.get(`/webhooks/${one.id}?test=999999999`);

    expect([page.status, odd.status]).toEqual([200, 200]);
    expect(page.text + odd.text).not.toContain('id="test"');
  });

  it("save the settings before a test, and say so if none could be sent", async () => {
    const { id } = await pages.make();
    const path = `/webhooks/${id}`;
    const fields = { ...(await pages.settingsOf(id)), after_saving: ["test"] };

    const tested = await pages.ada.submit(path, { ...fields, name: "One" });
    const rejected = await pages.ada.post(path, { ...fields, url: "no URL" });
    const disabled = await pages.ada.submit(path, { ...fields, name: "Two", enabled: [] });

    expect(tested.words).toMatch(
      /The settings were saved\. .*Test delivery .* Delivered .* 200 after/,
    );
    expect(rejected.status).toBe(422);
    expect(disabled.words).toMatch(/The settings were saved\. No test was sent: .*Enable it/);
    expect(await pages.stored(id)).toMatchObject({ name: "Two", enabled: false });
    expect(await pages.logOf(id)).toHaveLength(1);
  });

  it("enable the webhook, after showing why it was disabled", async () => {
    const { id } = await pages.make({ enabled: false });
    await pages.update("webhook", { disabled_reason: "gone" }, { id });

    const off = await pages.ada.get(`/webhooks/${id}`);
    const on = await pages.ada.submit(`/webhooks/${id}/enable`);

    expect([off.words, on.words]).toEqual([/answered 410 Gone/, /The webhook was enabled\./]);
    expect(await pages.stored(id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it("lead to what failed, which is counted before it is sent", async () => {
    const form = await pages.create("/forms", { name: "Failing" });
    const { id } = await pages.make({ form_id: form.id, enabled: false });
    await pages.post(String(form.id), { name: "Missed" });

    const off = await pages.ada.get(`/webhooks/${id}`);
    await pages.ada.post(`/webhooks/${id}/enable`);
    const on = await pages.ada.get(`/webhooks/${id}`);
    const counted = await pages.ada.get(`/deliveries/send?webhook_id=${id}`);
    await pages.ada.submit("/deliveries/send", {
      webhook_id: String(id),
      group: "failed",
      until: inputOn(counted, "until"),
    });

    expect(off.words).toContain("Enable the webhook first.");
    expect(on.text).toContain(`href="/dashboard/deliveries/send?webhook_id=${id}"`);
    expect(counted.words).toContain("1 delivery failed, blocked, canceled or skipped");
    await expect
      .poll(async () => (await pages.logOf(id))[0])
      .toMatchObject({ trigger: "refire_bulk", state: "succeeded" });
    expect((await pages.ada.get(`/webhooks/${id}`)).words).toContain("re-fired in bulk");
  });

  it("delete the webhook if its name was typed", async () => {
    const { id } = await pages.make({ name: "Short lived" });

    const wrong = await pages.ada.post(`/webhooks/${id}/delete`, { confirm_name: "short" });
    const gone = await pages.ada.submit(`/webhooks/${id}/delete`, { confirm_name: "Short lived" });

    expect(wrong).toMatchObject(says(422, "Nothing was deleted"));
    expect(gone.words).toContain("The webhook Short lived was deleted");
    expect((await pages.ada.get(`/webhooks/${id}`)).status).toBe(404);
  });
});
