// Requests that arrive before the server has started.
import { createIds } from "../domain/ids.ts";
import { silentLog } from "../platform/log.ts";
import { systemClock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import { limitConnections } from "./connections.ts";
import { listen } from "./http-server.ts";
import { useEach } from "../../../../test/harness/use.ts";

const PARTS = { clock: systemClock, ids: createIds(systemRandom), log: silentLog };

const server = useEach(() => {
  const connections = limitConnections({ maxConnections: 10, hasProxies: false, ...PARTS });
  return listen({ host: "127.0.0.1", port: 0 }, { connections, ...PARTS });
});

const post = () => fetch(`${server.url}/f/1`, { method: "POST", body: "a=b" });
const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;

it("wait until the server has started", async () => {
  const posts = [post(), post()];
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 503]);

  server.serve((_incoming, outgoing) => outgoing.end("stored"));

  for (const answer of await Promise.all(posts)) expect(await answer.text()).toBe("stored");
});

it("are answered with 503 while something delays the start", async () => {
  const early = post();
  await statusOf("/readyz");

  server.report("database unreachable");

  for (const answer of [await early, await post()]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.text()).toContain("database unreachable");
  }
});
