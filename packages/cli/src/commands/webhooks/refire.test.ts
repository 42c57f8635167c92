/** Deliveries that wait or failed, sent now by a filter, at the real server. */
import { useRealServer } from "../../../test/real-server.ts";
import { runCli } from "../../../test/run-cli.ts";
import { useEach } from "../../../../../test/harness/use.ts";

const { receiver, client, env, run } = await useRealServer();
const hook = `http://${receiver.host}/hook`;
const form = useEach(() => client.forms.create({ name: "Contact" }));
const webhook = useEach(() => client.webhooks.create({ form_id: form.id, name: "CRM", url: hook }));
beforeEach(() => void (receiver.status = 200));

const refire = (...args: string[]) => run("webhooks", "refire", ...args);
const states = async () => {
  const { webhook_logs } = await client.webhookLogs.list({ webhook_id: webhook.id });
  return webhook_logs.map(({ state }) => state).toSorted();
};
const post = async (message: string) => {
  await client.submissions.create(form.uuid, { message: `${message} of ${form.uuid}` });
};
/** One submission was delivered, two wait for their retries. */
async function outage(): Promise<void> {
  await post("first");
  await expect.poll(states).toEqual(["succeeded"]);
  receiver.status = 503;
  await post("second");
  await post("third");
  await expect.poll(states).toEqual(["retrying", "retrying", "succeeded"]);
  receiver.status = 200;
}

describe("webhooks refire with a filter", () => {
  it("counts, asks, and sends what waits, but nothing that was delivered", async () => {
    await outage();
    const received = receiver.received.length;
    const of = ["--webhook", String(webhook.id), "--state", "retrying,succeeded"];

    const counted = await refire(...of, "--dry-run");
    const unconfirmed = await refire(...of);
    const sent = await refire(...of, "--yes", "--json");

    expect(counted).toEqual({
      code: 0,
      stdout: "count\t2\nwaiting\t2\ndue\t0\ndelivering\t0\nfailed\t0\ndelivered\t1\nleft_out\t0\n",
      stderr: "",
    });
    expect(unconfirmed).toMatchObject({ code: 2, stdout: "" });
    expect(unconfirmed.stderr).toContain("Send now: 2 deliveries (left out: 1 delivered before)?");
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(sent.stdout)).toMatchObject({
      count: 2,
      counts: { waiting: 2, delivered: 1 },
      started_at: /^\d{4}-/,
    });
    await expect.poll(states).toEqual(["succeeded", "succeeded", "succeeded"]);
    expect(receiver.received).toHaveLength(received + 2);
    expect(await refire(...of, "--yes")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Nothing to send: 0 deliveries") as string,
    });
  });

  it("takes back what was not attempted, and waits for the rest with --wait", async () => {
    const count = 40;
    receiver.status = 503;
    for (let n = 0; n < count; n += 1) await post(`number ${n}`);
    await expect.poll(states).toEqual(Array.from({ length: count }, () => "retrying"));
    receiver.status = 200;
    receiver.isHanging = true;
    const received = receiver.received.length;

    const sent = await refire("--webhook", String(webhook.id), "--yes");
    const command = /intray (webhooks refire --stop --since \S+ --webhook \d+)[.]/.exec(
      sent.stderr,
    );
    await expect.poll(() => receiver.received.length).toBeGreaterThan(received);
    const stopped = await run(...(command?.[1]?.split(" ") ?? []));
    receiver.release();

    expect(stopped.stdout).toMatch(/^postponed\t[1-9]\d*\ncanceled\t0\n$/);
    const postponed = Number(/\d+/.exec(stopped.stdout)?.[0]);
    await expect
      .poll(async () => (await states()).filter((state) => state === "succeeded").length)
      .toBe(count - postponed);

    const waited = await refire("--webhook", String(webhook.id), "--yes", "--wait", "--json");

    expect(JSON.parse(waited.stdout)).toMatchObject({
      count: postponed,
      outcome: { delivered: postponed, failed: 0, waiting: 0 },
    });
    expect(new Set(await states())).toEqual(new Set(["succeeded"]));
  });

  it("selects by form, time and answer", async () => {
    await outage();
    const count = async (...args: string[]) =>
      (await refire("--form", form.uuid, "--dry-run", ...args)).stdout.split("\n")[0];

    expect([await count(), await count("--http-status", "5xx")]).toEqual(["count\t2", "count\t2"]);
    expect(await count("--http-status", "none")).toBe("count\t0");
    expect(await count("--since", "1h")).toBe("count\t2");
    expect(await count("--until", "1h")).toBe("count\t0");
    expect(await count("--webhook", String(webhook.id), "--webhook", "9999")).toBe("count\t2");
  });

  it("sends one delivery by its id, without asking", async () => {
    await outage();
    const { webhook_logs } = await client.webhookLogs.list({ webhook_id: webhook.id });
    const waiting = webhook_logs.find(({ state }) => state === "retrying");
    const delivered = webhook_logs.find(({ state }) => state === "succeeded");
    const delivery = (id: number | undefined) => ["--delivery", String(id)];

    const sent = await refire(...delivery(waiting?.id));
    const left = await refire(...delivery(delivered?.id));
    const again = await refire(...delivery(delivered?.id), "--include-delivered");
    const unknown = await refire(...delivery(999_999));

    expect(sent).toMatchObject({ code: 0, stdout: /^count\t1\n/ });
    expect(left).toMatchObject({ code: 0, stdout: "", stderr: /left out: 1 delivered before/ });
    expect(again.stdout).toMatch(/^count\t1\n/);
    expect(unknown).toMatchObject({ code: 10, stdout: "" });
  });

  it.each([
    ["ids and --wait", ["1", "--wait"]],
    ["--stop without --since", ["--stop", "--webhook", "1"]],
    ["ids and a state", ["1", "--state", "queued"]],
    ["ids and deliveries", ["1", "--webhook", "1", "--delivery", "1"]],
    ["nothing but --dry-run", ["--dry-run"]],
    ["nothing but --wait", ["--wait", "--yes"]],
    ["an unknown state", ["--state", "lost"]],
    ["a wrong time", ["--since", "yesterday"]],
    ["an invalid id", ["one"]],
    ["neither id nor filter", []],
  ])("is rejected for %s", async (_, args) => {
    expect(await refire(...args, "--yes")).toMatchObject({ code: 2, stdout: "" });
  });

  it("reports what the server rejects", async () => {
    expect(await refire("--http-status", "999")).toMatchObject({ code: 5 });
    expect(await refire("--form", "999999", "--state", "queued")).toMatchObject({ code: 3 });
  });
});

describe("webhooks refire with ids of submissions", () => {
  it("does nothing for an empty list", async () => {
    const ended = await runCli(["webhooks", "refire", "-"], { env, stdin: "\n" });

    expect(ended).toEqual({ code: 0, stdout: "", stderr: "Nothing to do: no ids are given.\n" });
  });

  const count = async () => (await states()).length;
  const deliver = async () => {
    await post("first");
    await post("second");
    await expect.poll(states).toEqual(["succeeded", "succeeded"]);
    const { submissions } = await client.submissions.list({ form_id: form.id });
    return submissions.map(({ id }) => String(id));
  };
  const added = async (enabled = true) => {
    const url = `http://${receiver.host}/added`;
    return client.webhooks.create({ form_id: form.id, name: "New", url, enabled });
  };

  it("sends nothing with --dry-run, and says which webhooks would get them", async () => {
    const ids = await deliver();
    const other = await added();
    await added(false);
    const received = receiver.received.length;

    const one = await refire(...ids.slice(0, 1), "--dry-run");
    const all = await refire(...ids, "999999", "--dry-run", "--webhook", String(other.id));
    const json = await refire(...ids, "--dry-run", "--json");
    const unknown = await refire("999999", "--dry-run");

    expect(one).toMatchObject({
      code: 0,
      stdout: `${ids[0]}\twould_queue\t${webhook.id},${other.id}\n`,
      stderr: expect.stringContaining("Would queue 2 deliveries") as string,
    });
    expect(all).toMatchObject({
      code: 10,
      stdout: [
        ...ids.map((id) => `${id}\twould_queue\t${other.id}\n`),
        "999999\tnot_found\t\n",
      ].join(""),
    });
    expect(JSON.parse(json.stdout)).toMatchObject({ dry_run: true, count: 4 });
    expect(unknown).toMatchObject({ code: 3, stdout: "" });
    expect(await count()).toBe(2);
    expect(receiver.received).toHaveLength(received);
  });

  it("sends to the webhooks of --webhook only, also what they never got", async () => {
    const ids = await deliver();
    const other = await added();
    const received = receiver.received.length;
    const of = ["--webhook", String(other.id)];

    const unconfirmed = await refire(...ids, ...of);
    const stdin = [...ids, ...ids, "999999"].join("\n");
    const sent = await runCli(["webhooks", "refire", "-", ...of, "--yes"], { env, stdin });
    const none = await refire(...ids.slice(0, 1), "--webhook", "999999");

    expect(unconfirmed).toMatchObject({ code: 2, stdout: "" });
    expect(unconfirmed.stderr).toContain(`Send 2 submissions to the webhook ${other.id} again?`);
    const lines = [...ids.map((id) => `${id}\tqueued\t\\d+\n`), "999999\tnot_found\t\n"];
    expect(sent).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(`^${lines.join("")}$`) as string,
    });
    expect(none).toMatchObject({ code: 0, stdout: `${ids[0]}\tno_webhooks\t\n` });
    await expect.poll(() => receiver.received.length).toBe(received + 2);
    const { webhook_logs } = await client.webhookLogs.list({ webhook_id: other.id });
    expect(webhook_logs.map(({ submission_id }) => String(submission_id)).toSorted()).toEqual(
      ids.toSorted(),
    );
    expect(await count()).toBe(2);
  });
});
