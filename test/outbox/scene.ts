// Real servers on one fresh database, with receivers, and queries of the tables.
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Agent, request } from "undici";
import type { Program } from "../../demo/program.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { openBeside } from "../../packages/server/test/database-dump.ts";
import { createRows } from "../../packages/server/test/store/rows.ts";
import { startServerProgram, KEY } from "../harness/server-program.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { apiOf } from "../harness/api.ts";

export type Form = { readonly id: number; readonly uuid: string };

export async function openScene(
  processes: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const fresh = await freshDatabase();
  const servers: { readonly program: Program; readonly url: string }[] = [];
  /** Starts so many more servers. */
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

  /** Calls the API of the oldest server. */
  const api: ReturnType<typeof apiOf> = (...call) => apiOf(servers[0]?.url ?? "", KEY)(...call);
  return {
    /** A connection separate from those of the servers. */
    db,
    ...access,
    api,
    async makeForm(name: string, receiver: string) {
      const form = await api<Form>("POST", "/forms", { name });
      await api("POST", "/form_webhooks", { form_id: form.id, name, url: receiver });
      return form;
    },
    /**
     * Posts the fields to the nth server, and again from the first one when there are no more.
     *
     * @throws Error for any status but 200.
     */
    async post(
      { uuid }: Form,
      n: number,
      fields: Readonly<Record<string, string>> = { n: String(n) },
    ) {
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
    /** Deliveries that are queued or in flight. */
    open: async () =>
      (await access.rows("delivery", ["id"], { state: ["queued", "delivering"] })).length,
    /** Kills the oldest servers. */
    async kill(count: number) {
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
