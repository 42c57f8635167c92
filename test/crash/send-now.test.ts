// SIGKILL in the middle of sending what waited for a receiver: nothing that it had accepted before is sent again, and
// everything that waited arrives. Only what was in flight at a kill may arrive twice, under the same webhook-id.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeliverySendResult, SendingProgress } from "@intray/sdk";
import { request } from "undici";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  freshDatabase,
  type FreshDatabase,
  settingsFor,
} from "../../packages/server/test/database.ts";
import { api } from "./server-api.ts";
import { kill, type ServerProcess, startServer } from "./server-process.ts";

const DELIVERED = 60;
const WAITING = 200;
/** The server dies when the receiver gets its nth request since it was told to send. */
const KILLS_AT = [1, 40, 60];
/** Deliveries that may be open or whose outcomes are not stored yet, by `outbox/dispatcher.ts`. */
const MAX_OPEN = 256;
const PATIENCE = { interval: 50 };
const STATES = ["queued", "retrying", "succeeded", "exhausted"];

let fresh: FreshDatabase;
let receiver: Server;
let url: string;
let server: ServerProcess;
/** The `webhook-id` of each request that was answered with 200, in order. */
let accepted: string[];
let isDown: boolean;
/** Requests until the server is killed, instead of being answered. */
let killIn: number | undefined;

beforeEach(async () => {
  fresh = await freshDatabase({ isEmpty: true });
  [accepted, isDown, killIn] = [[], false, undefined];
  receiver = createServer((incoming, outgoing) => {
    incoming.on("error", () => undefined).resume();
    incoming.once("end", () => {
      if (killIn !== undefined && (killIn -= 1) <= 0) {
        server.child.kill("SIGKILL");
        killIn = undefined;
      }
      if (!isDown) accepted.push(String(incoming.headers["webhook-id"]));
      outgoing.writeHead(isDown ? 503 : 200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  server = await start();
});
afterEach(async () => {
  await kill(server.child);
  receiver.closeAllConnections();
  receiver.close();
  await fresh.drop();
});

const start = () =>
  startServer({
    ...settingsFor(fresh),
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    INTRAY_RATE_LIMIT: "off",
    INTRAY_RETRY_SCHEDULE: "6h,6h,6h,6h",
  });

async function post(form: string, count: number, when: string): Promise<void> {
  for (let n = 0; n < count; n += 20) {
    const posts = Array.from({ length: Math.min(20, count - n) }, async (_, i) => {
      const body = new URLSearchParams({ message: `${when} ${n + i}` }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await request(`${server.url}/f/${form}.json`, {
        method: "POST",
        body,
        headers,
      });
      expect(answer.statusCode).toBe(200);
      await answer.body.dump();
    });
    await Promise.all(posts);
  }
}
const progress = () =>
  api<SendingProgress>(server.url, "GET", "/deliveries/progress?since=2000-01-01");
const send = (more: object = {}) =>
  api<DeliverySendResult>(server.url, "POST", "/deliveries/send", { states: STATES, ...more });

it(`sends ${WAITING} waiting deliveries through ${KILLS_AT.length} kills, and none of ${DELIVERED} delivered ones`, async () => {
  const form = await api<{ id: number; uuid: string }>(server.url, "POST", "/forms", {
    name: "Night",
  });
  await api(server.url, "POST", "/form_webhooks", { form_id: form.id, name: "CRM", url });
  await post(form.uuid, DELIVERED, "before");
  await expect.poll(progress, PATIENCE).toMatchObject({ delivered: DELIVERED });
  isDown = true;
  await post(form.uuid, WAITING, "during");
  await expect.poll(progress, PATIENCE).toMatchObject({ waiting: WAITING, delivering: 0, due: 0 });
  isDown = false;
  const before = new Set(accepted);
  expect(before.size).toBe(DELIVERED);

  const sent: number[] = [];
  for (const nth of KILLS_AT) {
    killIn = nth;
    const exited = once(server.child, "exit");
    // The answer may be lost with the server.
    await send()
      .then(({ count }) => sent.push(count))
      .catch(() => undefined);
    await exited;
    server = await start();
  }
  const last = await send();
  await expect
    .poll(progress, PATIENCE)
    .toEqual({ delivered: DELIVERED + WAITING, failed: 0, due: 0, delivering: 0, waiting: 0 });

  expect(last.counts.delivered).toBeGreaterThanOrEqual(DELIVERED);
  const times = Map.groupBy(accepted, (id) => id);
  expect(times.size).toBe(DELIVERED + WAITING);
  expect([...before].filter((id) => times.get(id)?.length !== 1)).toEqual([]);
  expect(accepted.length - times.size).toBeLessThanOrEqual(KILLS_AT.length * MAX_OPEN);
  expect(sent.every((count) => count <= WAITING)).toBe(true);
  // Once more, to be sure: everything has arrived, so nothing is sent.
  expect(await send()).toMatchObject({ count: 0, counts: { delivered: DELIVERED + WAITING } });
}, 180_000);
