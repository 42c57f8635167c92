// Durable urlencoded posts a second at 64 connections, against a bare Hono handler that reads the body.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProgram } from "../demo/program.ts";
import { load } from "./load.ts";
import { compare, type Measured, type Row } from "./rounds.ts";

const CONNECTIONS = 64;
const SECONDS = 5;
const KEY = "bench-key-bench-key-bench-key-bench-key";
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Default settings, spam checks on, one webhook, `synchronous=FULL`. The webhook's receiver never
 * answers: every post still writes its delivery, and what is timed is intake and not the receiver.
 */
export async function intake(): Promise<readonly Row[]> {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), "intray-bench-"));
  const server = startProgram("the server", [path("../packages/server/bin/intray-server.js")], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: folder,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_LOG_LEVEL: "error",
    INTRAY_WEBHOOK_ALLOW: `127.0.0.1:${port}`,
  });
  const bare = startProgram("the bare handler", [path("bare-server.ts")], {});
  try {
    const url = (await server.line("listening on ")).replace("intray listening on ", "");
    const bareUrl = (await bare.line("listening on ")).replace("bare listening on ", "");
    const uuid = await makeForm(url, `http://127.0.0.1:${port}/`);
    return [
      await compare({
        name: "intake",
        must: 0.5,
        aim: 0.65,
        ours: () => post(`${url}/f/${uuid}`),
        baseline: () => post(`${bareUrl}/f/${uuid}`),
      }),
    ];
  } finally {
    await server.stop();
    await bare.stop();
    silent.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeForm(url: string, receiver: string): Promise<string> {
  const make = async (resource: string, body: unknown) => {
    const answer = await fetch(`${url}/api/v1/${resource}`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${resource}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number; uuid: string };
  };
  const form = await make("forms", { name: "Bench" });
  await make("form_webhooks", { form_id: form.id, name: "W", url: receiver, format: "json" });
  return form.uuid;
}

let posted = 0;

async function post(url: string): Promise<Measured> {
  const { perSecond, p50, p99 } = await load(
    {
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      // Every post is another one, or all but the first would be duplicates.
      body: () => {
        posted += 1;
        const number = `${posted}`.padStart(9, "0");
        return `name=Ada+Lovelace&email=ada${number}%40example.org&subject=Hello&message=${MESSAGE}`;
      },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  return { perSecond, note: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` };
}

const MESSAGE = "I+would+like+to+know+more+about+what+you+make%2C+and+when+you+are+open.".repeat(4);
