import type { Form } from "@intray/sdk/schemas";
import { startReceiver } from "../../../../test/harness/receiver.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { startApiServer } from "../../test/api-server.ts";
import { completion, GOOD, openModelEndpoint } from "../../test/model-endpoint.ts";

const UNSCORED = { score: null, score_reasoning: null, score_location_info: null };
const TEMPLATE =
  '{"id":{{submission_id}},"score":{{JSONstringify lead_agent.score}},"why":{{JSONstringify lead_agent.score_reasoning}} }';

const receiver = useShared(startReceiver);
const endpoint = useShared(openModelEndpoint);
const server = useShared(() =>
  startApiServer({
    INTRAY_LEADS_URL: endpoint.url,
    INTRAY_LEADS_MODEL: "small",
    INTRAY_LEADS_API_KEY: "sk-test",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
  }),
);
const makeForm = (lead_scoring?: Form["lead_scoring"]) =>
  server.create<Form>("/forms", { name: "Contact", lead_scoring });
const addHook = ({ id }: Form) =>
  server.addWebhook(id, {
    url: receiver.url,
    format: "custom",
    content_type: "application/json",
    template: TEMPLATE,
  });
const post = (form: Form, message = "We need a quote for 12 chairs and 3 tables.") =>
  server.post(form.uuid, { email: "ada@engines.example", message });

const bodies = () =>
  receiver.received.map(({ body }) => JSON.parse(body.toString()) as { readonly id: number });
const delivered = (id: number) => vi.waitUntil(() => bodies().find((one) => one.id === id));

describe("a form that scores leads", () => {
  it("by rules returns the score with the submission, and delivers it", async () => {
    const form = await makeForm({ enabled: true });
    await addHook(form);

    const id = await post(form);

    const { lead_agent } = await server.submission(id);
    expect(lead_agent?.score).toBeGreaterThan(60);
    expect(lead_agent?.score_reasoning).toContain("company e-mail domain (+18)");
    expect(await delivered(id)).toMatchObject({
      score: lead_agent?.score,
      why: lead_agent?.score_reasoning,
    });
  });

  it("by a model is pending first, and the delivery waits for the score", async () => {
    const form = await makeForm({ enabled: true, provider: "http", delivery_wait_seconds: 600 });
    await addHook(form);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    endpoint.answer = (response) => void promise.then(() => response.end(completion(GOOD)));

    const id = await post(form);
    await vi.waitUntil(() => endpoint.requests.length > 0);
    expect((await server.submission(id)).lead_agent).toEqual(UNSCORED);
    expect(bodies()).not.toContainEqual(expect.objectContaining({ id }));
    const [delivery] = await server.sql(
      "select next_attempt_at - created_at as wait_ms from delivery where submission_id = ?",
      id,
    );
    expect(delivery).toEqual({ wait_ms: 600_000 });
    resolve(undefined);

    expect(await delivered(id)).toEqual({ id, score: 77, why: "Names a budget." });
    expect((await server.submission(id)).lead_agent).toEqual(GOOD);
    expect(endpoint.requests.at(-1)?.authorization).toBe("Bearer sk-test");
  });

  it("returns its settings with their defaults", async () => {
    const form = await makeForm({ enabled: true, instructions: "Bakeries only." });

    expect(form.lead_scoring).toEqual({
      enabled: true,
      provider: "rules",
      instructions: "Bakeries only.",
      delivery_wait_seconds: 30,
    });
  });
});

it("a submission shows the location of its sender", async () => {
  const id = await post(await makeForm());
  const location = '["Germany",null,"Munich"]';
  await server.sql("update submission set geocoded = ? where id = ?", location, id);

  expect(await server.submission(id)).toMatchObject({
    geocoded_country: "Germany",
    geocoded_region: "Unknown",
    geocoded_city: "Munich",
  });
});
