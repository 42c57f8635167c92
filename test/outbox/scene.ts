// Real servers on one fresh database, with receivers, and queries of the tables.
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Agent, request } from "undici";
import type { Program } from "../../demo/program.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { openBeside } from "../../packages/server/test/database-dump.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import { createRows, type Rows } from "../../packages/server/test/store/rows.ts";
import { startServerProgram, KEY } from "../harness/server-program.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { apiOf } from "../harness/api.ts";

export type Form = { readonly id: number; readonly uuid: string };

interface Scene extends Rows {
  /** A connection separate from those of the servers. */
  readonly db: Db;
  /** Calls the API of the oldest server. */
  readonly api: ReturnType<typeof apiOf>;
  makeForm(name: string, receiver: string): Promise<Form>;
  /** Posts the fields to the nth server, and again from the first one when there are no more; throws on anything but 200. */
  post(form: Form, n: number, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** Deliveries that are queued or in flight. */
  open(): Promise<number>;
  /** Kills the oldest servers. */
  kill(count: number): Promise<void>;
  /** Starts so many more servers. */
  start(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openScene(
  processes: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Scene> {
  const fresh = await freshDatabase();
  const servers: { readonly program: Program; readonly url: string }[] = [];
  async function start(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const program = startServerProgram({
        ...settingsFor(fresh),
        INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
        ...settings,
      });
      servers.push({ program, url: await program.url() });
    }
  }
  await start(processes);
  const db = await openBeside(fresh.database);
  const access = createRows(db);
  const agent = new Agent({ connections: 64 });

  const api: Scene["api"] = (...call) => apiOf(servers[0]?.url ?? "", KEY)(...call);
  return {
    db,
    ...access,
    api,
    async makeForm(name, receiver) {
      const form = await api<Form>("POST", "/forms", { name });
      await api("POST", "/form_webhooks", { form_id: form.id, name, url: receiver });
      return form;
    },
    async post({ uuid }, n, fields = { n: String(n) }) {
      const url = servers[n % servers.length]?.url;
      const { statusCode, body } = await request(`${url}/f/${uuid}.json`, {
        dispatcher: agent,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`post ${n}: ${statusCode} ${answer}`);
    },
    open: async () =>
      (await access.rows("delivery", ["id"], { state: ["queued", "delivering"] })).length,
    async kill(count) {
      const killed = servers.splice(0, count).map(({ program }) => program.stop("SIGKILL"));
      await Promise.all(killed);
    },
    start,
    async close() {
      await agent.destroy();
      await Promise.all(servers.map(({ program }) => program.stop()));
      await db.destroy();
      await fresh.drop();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** @param take Gets each request once its body is read; one that it does not answer hangs. */
export async function openReceiver(
  take: (
    received: { readonly webhookId: string; readonly n: string | undefined },
    answer: ServerResponse,
  ) => void,
) {
  const { url, close } = await serveOnLoopback(async (incoming, outgoing) => {
    try {
      const body = await text(incoming);
      const webhookId = String(incoming.headers["webhook-id"]);
      take({ webhookId, n: /"n":\s*"(\d+)"/.exec(body)?.[1] }, outgoing);
    } catch {
      outgoing.destroy(); // The client that sent it is gone.
    }
  });
  return { url: `${url}/hook`, close };
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
