// After an outage: what waited is sent at once, nothing that was delivered is sent again, and it can be stopped.
import { type DeliverySendResult, zWebhookLog } from "@intray/sdk/schemas";
import { OTHER_ACCOUNT_KEY, useApiServer } from "../../../test/api-server.ts";
import { startReceiver } from "../../../../../test/harness/receiver.ts";
import { useEach } from "../../../../../test/harness/use.ts";

const PATIENCE = { interval: 25 };
const ALL_STATES = zWebhookLog.shape.state.options;
const NONE = { waiting: 0, due: 0, delivering: 0, failed: 0, delivered: 0, left_out: 0 };

const server = useApiServer({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
let form: { readonly id: number; readonly uuid: string };
let webhook: number;
const receiver = useEach(startReceiver);
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
  webhook = (await server.addWebhook(form.id, { name: "CRM", url: `${receiver.url}/hook` })).id;
});
afterEach(async () => {
  receiver.release();
  await server.request("DELETE", `/form_webhooks/${webhook}`);
});

/** The `webhook-id` of each request that was accepted, also of those that are held. */
const accepted = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
const post = async (count: number) => {
  for (let n = 0; n < count; n += 1) {
    await server.post(form.uuid, { message: `number ${n} ${Math.random()}` });
  }
};
const states = async () => {
  const rows = await server.rows("delivery", ["state", "attempts_made"], { webhook_id: webhook });
  return rows.map((row) =>
    row.state === "queued" && row.attempts_made > 0 ? "retrying" : row.state,
  );
};
const statesAre = async (counts: Readonly<Record<string, number>>) => {
  const all = Object.entries(counts).flatMap(([state, count]) => Array<string>(count).fill(state));
  await expect.poll(async () => (await states()).toSorted(), PATIENCE).toEqual(all.toSorted());
};

async function send(json: object, headers = {}): Promise<DeliverySendResult> {
  const answer = await server.request("POST", "/deliveries/send", {
    json: { destination_id: webhook, ...json },
    headers,
  });
  expect(answer.status).toBe(200);
  return answer.json() as DeliverySendResult;
}

/** Some submissions are delivered; then the receiver fails, and the others wait for their retries. */
async function outage({ delivered, waiting }: { delivered: number; waiting: number }) {
  await post(delivered);
  if (delivered > 0) await statesAre({ succeeded: delivered });
  receiver.status = 503;
  await post(waiting);
  await statesAre({ ...(delivered > 0 ? { succeeded: delivered } : {}), retrying: waiting });
  receiver.status = 200;
  receiver.received.splice(delivered);
}

describe("after an outage", () => {
  it("sends what waits as the deliveries that they are, and nothing twice", async () => {
    await outage({ delivered: 3, waiting: 5 });
    const before = accepted();

    const counted = await send({ dry_run: true, states: ALL_STATES });
    const sent = await send({});

    expect(counted).toMatchObject({
      dry_run: true,
      count: 5,
      counts: { ...NONE, waiting: 5, delivered: 3 },
      message: "5 deliveries can be sent now, 3 delivered before.",
      next_cursor: null,
    });
    expect(sent).toMatchObject({ dry_run: false, count: 5, counts: { ...NONE, waiting: 5 } });
    await statesAre({ succeeded: 8 });
    expect(accepted()).toHaveLength(8);
    expect(new Set(accepted()).size).toBe(8);
    expect(accepted().slice(0, 3)).toEqual(before);
    expect(await send({ states: ALL_STATES })).toMatchObject({ count: 0 });
  });

  it("goes on in batches, behind a cursor that belongs to its filters", async () => {
    await server.fill(form.id, 1_200, Date.now());
    await server.patch(`/form_webhooks/${webhook}`, { url: "http://127.0.0.2:9/blocked" });
    await server.sql(
      `insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url,
        "trigger", state, attempts_made, claims, next_attempt_at, created_at)
        select 1, form_id, id, ?, 'CRM', 'http://127.0.0.2:9/blocked', 'intake', 'queued', 1, 1, ?, 1
        from submission where form_id = ?`,
      webhook,
      Date.now() + 3_600_000,
      form.id,
    );
    const counted = await send({ dry_run: true });

    const counts: number[] = [];
    const cursors: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const batch = await send(cursor == null ? {} : { cursor });
      counts.push(batch.count);
      cursor = batch.next_cursor;
      cursors.push(cursor);
    } while (cursor !== null);

    for (const other of [{ kind: "webhook", cursor: cursors[0] }, { cursor: "1.nonsense" }]) {
      const json = { destination_id: webhook, ...other };
      expect((await server.request("POST", "/deliveries/send", { json })).status).toBe(422);
    }
    expect(counted.count).toBe(1_200);
    expect(counts.length).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThan(1_000);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_200);
    const due = await server.rows("delivery", ["next_attempt_at"], { webhook_id: webhook });
    const soon = Date.now() + 60_000;
    expect(due.filter(({ next_attempt_at: at }) => Number(at) > soon)).toEqual([]);
  });

  it("is recorded in the audit log, without dry runs and empty ones", async () => {
    await outage({ delivered: 0, waiting: 1 });
    await server.sql("delete from audit");

    await send({ dry_run: true });
    await send({});
    await statesAre({ succeeded: 1 });
    await send({});

    expect(await server.sql("select action, times from audit")).toEqual([
      { action: "deliveries.sent", times: 1 },
    ]);
  });
});

it("a key of a form sends to the webhooks of its form, and to nothing else", async () => {
  await outage({ delivered: 0, waiting: 1 });
  const key = await server.createKey({ form_id: form.id });
  const ask = (json: object, by = key) =>
    server.request("POST", "/deliveries/send", { json, key: by });

  const refused = [await ask({ form_id: 1 }), await ask({ kind: "email" })];
  const strange = await ask({}, OTHER_ACCOUNT_KEY);
  const sent = await ask({});

  expect(refused.map((answer) => answer.status)).toEqual([403, 403]);
  expect(strange.json()).toMatchObject({ count: 0, counts: NONE });
  expect(sent.json()).toMatchObject({ count: 1 });
  await statesAre({ succeeded: 1 });
});
