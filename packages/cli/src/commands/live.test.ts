/** The commands that follow events of the real server: `webhooks listen` and `submissions tail`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sign, unwrap } from "@intray/webhook-verify";
import { useRealServer } from "../../test/real-server.ts";
import { runningCli } from "../../test/running-cli.ts";

const { folder, server, receiver, env, client, run: cli } = await useRealServer();
const form = await client.forms.create({ name: "Contact" });
const webhook = await client.webhooks.create({
  form_id: form.id,
  name: "CRM",
  url: `http://${receiver.host}/hook`,
  format: "json",
});

const post = async (fields: Record<string, string>) =>
  (await client.submissions.create(form.uuid, fields)).id;
const isConnected = ({ stderr }: { stderr: string }) => stderr.includes("Press Ctrl-C to stop");

describe("webhooks listen", () => {
  it("renders and signs new submissions, and passes them to a URL and a command", async () => {
    receiver.received = [];
    const out = join(folder, "out.json");
    const args = ["--form", form.uuid, "--format", "data_json", "--json"];
    const targets = [
      "--forward-to",
      `http://${receiver.host}/local`,
      "--exec",
      // renamed, so that a file is never read while it is written
      `cat > ${out}.part; mv ${out}.part ${out}; test -n "$INTRAY_HEADER_X_SERVICE_SIGNATURE" && exit 3`,
    ];
    await using run = runningCli(["webhooks", "listen", ...args, ...targets], { env });
    // --json prints no notes, so submissions are posted until the first one arrives
    await run.until(({ stderr }) => stderr.includes("this new secret"));
    const secret = /whsec_\S+/.exec(run.stderr)?.[0] ?? "";
    await client.webhooks.update(webhook.id, { enabled: false });
    let posted = 0;
    while (run.documents().length === 0) {
      await post({ name: `Ada ${posted++}` });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run.until(() => run.documents().length > 0);
    const [document] = run.documents();
    const forwarded = receiver.received.find(({ body }) => String(body) === document?.["body"]);

    expect(document).toMatchObject({
      content_type: "application/json",
      forward: { kind: "answered", status: 200 },
      exec: { kind: "exited", code: 3 },
    });
    const { headers: _, ...ours } = document ?? {};
    const names = [...JSON.stringify({ ...ours, body: "" }).matchAll(/"([^"]+)":/g)];
    expect(names.map(([, name]) => name)).toContain("duration_ms");
    expect(names.filter(([, name = ""]) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
    expect(JSON.parse(String(document?.["body"]))).toMatchObject({
      data: { id: document?.["submission_id"] },
    });
    expect(
      unwrap(forwarded?.body ?? "", forwarded?.headers ?? {}, { secrets: secret }),
    ).toBeDefined();
    expect(JSON.parse(await readFile(out, "utf8"))).toHaveProperty("data");
    expect(await run.end("SIGTERM")).toBe(143);
    await client.webhooks.update(webhook.id, { enabled: true });
  });

  it("replays the stored bytes of a real delivery with the webhook's secret", async () => {
    receiver.received = [];
    const args = ["webhooks", "listen", "--webhook", String(webhook.id)];
    await using run = runningCli([...args, "--forward-to", `http://${receiver.host}/local`], {
      env,
    });
    await run.until(isConnected);

    const id = await post({ name: "Grace" });
    await run.until(() => run.documents().length === 1);

    const { signing_secret } = await client.webhooks.signingSecret(webhook.id);
    const [document] = run.documents();
    expect(document).toMatchObject({ submission_id: id, forward: { status: 200 } });
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    expect(first?.body).toEqual(second?.body);
    for (const name of ["x-service-signature", "webhook-id", "content-type"]) {
      expect(first?.headers[name]).toBe(second?.headers[name]);
    }
    expect(first?.headers["x-service-signature"]).toBe(sign(first?.body ?? "", signing_secret));
    expect(await run.end("SIGINT")).toBe(130);
  });

  it("receives on a port, verifies signatures, and responds with the given status", async () => {
    const secret = join(folder, "secret");
    await writeFile(secret, "whsec_c2VjcmV0\n");
    const args = ["webhooks", "listen", "--port", "0", "--respond", "500", "--secret-file", secret];
    await using run = runningCli(args, { env: { HOME: folder } });
    await run.until(({ stderr }) => /http:\S+\n/.test(stderr));
    const url = /http:\S+/.exec(run.stderr)?.[0] ?? "";
    const headers = {
      "x-service-signature": sign("{}", "whsec_c2VjcmV0"),
      "webhook-id": "msg_42_7_AZ3kq0f1c2b3d4e5f6g7hA",
    };
    const send = async (body: string) =>
      (await fetch(url, { method: "POST", body, headers })).status;

    const answers = [await send("{}"), await send("{} "), (await fetch(url)).status];
    await run.until(() => run.documents().length === 2);

    expect(answers).toEqual([500, 401, 405]);
    expect(run.documents()).toMatchObject([
      { valid: true, submission_id: 42, answered: 500, body: "{}" },
      { valid: false, code: "signature_mismatch" },
    ]);
    expect(await run.end("SIGINT")).toBe(130);
  });

  it.each([
    ["--port without a secret", ["--port", "0"], 66],
    ["--port with --form", ["--port", "0", "--form", "1"], 2],
    ["an invalid URL", ["--forward-to", "ftp://a"], 2],
    ["an unknown form", ["--form", "999999"], 3],
  ])("rejects %s", async (_, args, code) => {
    expect(await cli("webhooks", "listen", ...args)).toMatchObject({ code, stdout: "" });
  });
});

describe("submissions tail", () => {
  it("prints each submission exactly once across crashes and restarts of the server", async () => {
    const before = await post({ name: "before" });
    const args = ["submissions", "tail", "--form", form.uuid, "--format", "ndjson"];
    await using run = runningCli(args, { env });
    await using filtered = runningCli([...args, "--query", "NEEDLE"], { env });
    await Promise.all([run.until(isConnected), filtered.until(isConnected)]);

    // no event has arrived yet, so only the server has named a position in the stream
    await server.kill();
    await server.startAgain();
    const ids = [await post({ name: "one" }), await post({ name: "a needle here" })];
    const has = (expected: number) => () => run.documents().some(({ id }) => id === expected);
    await run.until(has(ids[1] ?? 0));
    await server.kill();
    await server.startAgain();
    ids.push(await post({ name: "three" }));
    await run.until(has(ids[2] ?? 0));

    expect(run.documents().map(({ id }) => id)).toEqual(ids);
    expect(ids).not.toContain(before);
    expect(run.stderr).toContain("Reconnected");
    await filtered.until(() => filtered.documents().length === 1);
    expect(filtered.documents()).toMatchObject([{ id: ids[1] }]);
    expect(await run.end("SIGINT")).toBe(130);
    const position = /--last-event-id (\S+)/.exec(run.stderr)?.[1] ?? "";
    const missed = await post({ name: "while not connected" });
    await using later = runningCli([...args, "--last-event-id", position], { env });
    await later.until(() => later.documents().length > 0);
    expect(later.documents()[0]).toMatchObject({ id: missed });
  });

  it("starts with the submissions since a time, and exits with 75 when the server stays unreachable", async () => {
    const id = await post({ name: "recent" });
    const args = ["submissions", "tail", "--since", "1m", "--columns", "id", "--retries", "0"];
    await using run = runningCli(args, { env });
    await run.until(isConnected);
    const printed = run.stdout.trim().split("\n");

    await server.kill();

    expect(await run.end()).toBe(75);
    await server.startAgain();
    expect(printed.at(-1)).toBe(String(id));
    expect(run.stderr).toContain("intray: ");
  });
});
