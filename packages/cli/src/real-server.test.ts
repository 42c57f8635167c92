import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT_KEY, startRealServer } from "../test/real-server.ts";
import type { RealServer } from "../test/real-server.ts";
import { runCli } from "../test/run-cli.ts";

interface Received {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

let folder: string;
let server: RealServer;
let receiver: Server;
let receiverUrl: string;
const received: Received[] = [];
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "intray-cli-real-"));
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.rawHeaders, body: Buffer.concat(chunks) });
      response.end("ok");
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  receiverUrl = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  server = await startRealServer(join(folder, "data"), receiverUrl);
  env = { HOME: folder, INTRAY_API_KEY: ACCOUNT_KEY, INTRAY_BASE_URL: server.url };
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true });
});

const intray = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCli(args, { env });
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
  return stdout;
};
const json = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await intray(...args, "--json"));

const withFields = (...pairs: string[]) => pairs.flatMap((pair) => ["-f", pair]);

/** Posts as a browser does. */
const post = (action: string, fields: Record<string, string>) =>
  fetch(action, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });

describe("against the real server", () => {
  it("takes a post from its form to a verified webhook, its log and a second firing", async () => {
    const form = (await json("forms", "create", "--name", "Contact")) as {
      id: number;
      uuid: string;
    };
    const webhook = JSON.parse(
      await intray(
        "api",
        "POST",
        "/form_webhooks",
        ...withFields(
          `form_id:=${form.id}`,
          "name=CRM",
          `url=http://${receiverUrl}/hook`,
          "format=json",
        ),
      ),
    ) as { id: number };
    const { signing_secret } = JSON.parse(
      await intray("api", "GET", `/form_webhooks/${webhook.id}/signing_secret`),
    ) as { signing_secret: string };

    await post(`${server.url}/f/${form.uuid}`, { email: "ann@a.test", message: "Grüße\r\n=1+1" });
    await expect.poll(() => received.length).toBe(1);
    const id = (await intray("submissions", "list", "--form", form.uuid, "--fields", "id")).trim();
    await expect.poll(() => logStates(id)).toEqual(["succeeded"]);
    await intray("webhooks", "refire", id);
    await expect.poll(() => logStates(id)).toEqual(["succeeded", "succeeded"]);

    expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
    expect(await verify(received[0], signing_secret)).toMatchObject({ code: 0, stdout: "valid\n" });
    expect(await verify(received[0], `${signing_secret}x`)).toMatchObject({ code: 1, stdout: "" });
  });

  it("marks what it lists, exports all of it by cursor, and lists forms with true counts", async () => {
    const form = (await json("forms", "create", "--name", "Many")) as { id: number; uuid: string };
    const posts = Array.from({ length: 130 }, (_, i) =>
      post(`${server.url}/f/${form.uuid}`, { number: String(i) }),
    );
    const statuses = (await Promise.all(posts)).map(({ status }) => status);

    const all = (await json(
      "submissions",
      "list",
      "--form",
      form.uuid,
      "--filter",
      "new",
      "--all",
    )) as {
      submissions: { id: number }[];
      meta: { count: number };
    };
    const ids = all.submissions.map(({ id }) => id);
    await intray("submissions", "mark", String(ids[0]), "--read");
    await intray("submissions", "mark", String(ids[1]), String(ids[2]), "--spam", "--yes");
    const file = join(folder, "many.ndjson");
    const report = await json("submissions", "export", "-o", file, "--form", form.uuid);
    const newOnes = ["--form", form.uuid, "--filter", "new"];
    const csv = await intray("submissions", "export", "--format", "csv", ...newOnes);
    const counts = await intray("forms", "list", "--fields", "name,unread_count,spam_count");

    expect(new Set(statuses).size).toBe(1);
    expect(new Set(ids).size).toBe(130);
    expect(all.meta.count).toBe(130);
    expect(report).toEqual({ file, format: "ndjson", count: 128, missing_attachments: [] });
    expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + 127);
    expect(counts).toContain("Many\t127\t2\n");
  });

  it.each([
    ["a submission that is not there", ["submissions", "get", "999999"], 3],
    ["a form that is not there", ["submissions", "list", "--form", "0123456789ab"], 3],
    ["a form reference that is none", ["submissions", "list", "--form", "x/y"], 5],
    ["a form without a usable name", ["forms", "create", "--name", ""], 5],
    ["a method that is not there", ["api", "DELETE", "/me"], 5],
  ])("ends as it should for %s", async (_, args, code) => {
    const ended = await runCli([...args, "--json"], { env });

    expect({ code: ended.code, error: JSON.parse(ended.stderr) as unknown }).toMatchObject({
      code,
      error: { error: { message: expect.stringMatching(/\.$/m), request_id: expect.any(String) } },
    });
  });
});

async function logStates(submission: string): Promise<string[]> {
  const out = await intray("webhooks", "logs", "--submission", submission, "--fields", "state");
  return out.split("\n").filter((line) => line !== "");
}

async function verify(delivery: Received | undefined, secret: string) {
  const at = (name: string) => join(folder, name);
  const headers = (delivery?.headers ?? []).map((text, i) =>
    i % 2 === 0 ? `${text}: ` : `${text}\n`,
  );
  await writeFile(at("secret"), secret);
  await writeFile(at("headers"), headers.join(""));
  await writeFile(at("body"), delivery?.body ?? "");
  const files = ["--secret-file", at("secret"), "--headers-file", at("headers"), at("body")];
  return runCli(["webhooks", "verify", ...files], { env: { HOME: folder } });
}
