// Real servers on one fresh database, with receivers, and queries of the tables.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request } from "undici";
import type { Program } from "../../demo/program.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { openBeside } from "../../packages/server/test/database-dump.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import { startServerProgram } from "../harness/server-program.ts";
import { listenOnLoopback } from "../harness/loopback.ts";
import { apiOf } from "../harness/api.ts";

const KEY = "outbox-test-key-outbox-test-key-outbox-test-key";

export interface Form {
  readonly id: number;
  readonly uuid: string;
}

export interface Scene {
  /** A connection separate from those of the servers. */
  readonly db: Db;
  /** A form with one webhook, made by the first server. */
  makeForm(name: string, receiver: string): Promise<Form>;
  /** Posts `{ n }` to the nth server, and again from the first one when there are no more; throws on anything but 200. */
  post(form: Form, n: number): Promise<void>;
  /** Deliveries that are queued or in flight. */
  open(): Promise<number>;
  close(): Promise<void>;
}

export async function openScene(processes: number): Promise<Scene> {
  const fresh = await freshDatabase();
  const servers: Program[] = [];
  const urls: string[] = [];
  for (let n = 0; n < processes; n += 1) {
    const server = startServerProgram({
      ...settingsFor(fresh),
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
      INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    });
    servers.push(server);
    urls.push(await server.url());
  }
  const db = await openBeside(fresh.database);
  const agent = new Agent({ connections: 64 });

  const api = apiOf(urls[0] ?? "", KEY);
  return {
    db,
    async makeForm(name, receiver) {
      const form = await api<Form>("POST", "/forms", { name });
      await api("POST", "/form_webhooks", { form_id: form.id, name, url: receiver });
      return form;
    },
    async post({ uuid }, n) {
      const { statusCode, body } = await request(`${urls[n % urls.length]}/f/${uuid}.json`, {
        dispatcher: agent,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `n=${n}`,
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`post ${n}: ${statusCode} ${text}`);
    },
    async open() {
      const { n } = await db
        .selectFrom("delivery")
        .select((count) => count.fn.countAll<number>().as("n"))
        .where("state", "in", ["queued", "delivering"])
        .executeTakeFirstOrThrow();
      return n;
    },
    async close() {
      await agent.destroy();
      await Promise.all(servers.map((server) => server.stop()));
      await db.destroy();
      await fresh.drop();
    },
  };
}

export interface Receiver {
  readonly url: string;
  close(): void;
}

/** @param take Gets each request once its body is read; one that it does not answer hangs. */
export async function openReceiver(
  take: (
    received: { readonly webhookId: string; readonly n: string | undefined },
    answer: ServerResponse,
  ) => void,
): Promise<Receiver> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await readBody(incoming);
      const webhookId = String(incoming.headers["webhook-id"]);
      take({ webhookId, n: /"n":\s*"(\d+)"/.exec(body)?.[1] }, outgoing);
    } catch {
      outgoing.destroy(); // The client that sent it is gone.
    }
  });
  const { url, close } = await listenOnLoopback(server);
  return { url: `${url}/hook`, close };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Waits for a condition; `what` says in the error what was waited for. */
export async function until(
  isDone: () => boolean | Promise<boolean>,
  { patienceMs, what }: { readonly patienceMs: number; readonly what: () => string },
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Not within ${patienceMs} ms: ${what()}`);
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}
