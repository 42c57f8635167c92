import type { Delivery, DeliveryList } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";

const TWICE = "the receiver gets it twice";
const ONLY_UNDELIVERED = "Send only what was not delivered";

describe("re-fires", () => {
  const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
  const deliveries = async (query: string) =>
    (await server.read<DeliveryList>(`/deliveries?${query}`)).deliveries;
  /** Waits until all have ended: they are blocked, since webhooks may not reach loopback. */
  const ended = (query: string, count: number) =>
    vi.waitFor(async () => {
      const all = await deliveries(query);
      expect(all.filter(({ state }) => !["blocked", "succeeded"].includes(state))).toEqual([]);
      expect(all).toHaveLength(count);
      return all;
    });
  const accept = async ({ id, submission_id }: Delivery) => {
    await server.update("delivery", { state: "succeeded", reason: null }, { id });
    await server.update("submission", { webhook_sent_at: 7 }, { id: submission_id ?? 0 });
  };
  /** A form with webhooks, and submissions whose deliveries have failed, the newest first. */
  async function failed({ webhooks = 1, submissions = 1 } = {}) {
    const form = await server.create("/forms", { name: "Failing" });
    const hooks: number[] = [];
    for (let n = 0; n < webhooks; n += 1) {
      hooks.push((await server.addWebhook(form.id)).id);
    }
    for (let n = 0; n < submissions; n += 1) await server.post(`${form.id}`, { name: `Ada ${n}` });
    const query = `form_id=${form.id}`;
    return { query, hooks, all: await ended(query, webhooks * submissions) };
  }

  it("of a delivered one are asked for, and so are those of a failed one after it", async () => {
    const { query, all } = await failed();
    const [first] = all as [Delivery];
    await accept(first);
    const path = `/deliveries/${first.id}/refire`;
    const return_to = "/dashboard/deliveries?state=succeeded";

    const asked = await server.ada.post(path, { return_to });
    const before = await deliveries(query);
    const confirmed = await server.ada.post(path, { return_to, confirmed: "again" });
    const [second] = await ended(query, 2);
    const askedAgain = await server.ada.post(`/deliveries/${second?.id}/refire`);

    for (const page of [asked, askedAgain]) {
      expect([page.status, page.location]).toEqual([200, null]);
      expect(page.words).toContain(TWICE);
    }
    expect(asked.text).toContain(`value="${return_to}"`);
    expect(before).toHaveLength(1);
    expect(confirmed.location).toBe(return_to);
    expect(await deliveries(query)).toHaveLength(2);
  });

  it("of a submission offer only the webhooks that have not accepted it", async () => {
    const { query, all, hooks } = await failed({ webhooks: 2 });
    const [last, first] = all as [Delivery, Delivery];
    await accept(first);
    const path = `/submissions/${first.submission_id}/refire`;

    const asked = await server.ada.post(path);
    await server.ada.submit(path, { confirmed: "undelivered" });
    const others = (await ended(query, 3)).map(({ destination_id }) => destination_id);
    await server.ada.submit(path, { confirmed: "all" });

    expect(asked.words).toContain(TWICE.replace("the receiver", "its receiver"));
    expect(asked.words).toContain(ONLY_UNDELIVERED);
    expect(others).toEqual([last.destination_id, last.destination_id, hooks[0]]);
    await ended(query, 5);
  });
});
