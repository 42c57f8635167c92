import { once } from "node:events";
import { connect } from "node:net";
import { freshDatabase, settingsFor } from "../../test/database.ts";
import type { Log } from "../platform/log.ts";
import { startTestServer } from "../../test/test-server.ts";

it("closes a connection that never ends its request, and logs why, for what, and how long", async () => {
  const fresh = await freshDatabase();
  const lines: string[] = [];
  const write = (_: unknown, line: string) => void lines.push(line);
  const log = { debug: write, info: write, warn: write, error: write } as unknown as Log;
  const settings = { ...settingsFor(fresh), INTRAY_DRAIN_SECONDS: "1" };
  const server = await startTestServer(settings, { log });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    "POST /f/1.json HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 999999\r\nExpect: 100-continue\r\n\r\n",
  );
  await once(socket, "data");
  const drip = setInterval(() => socket.write("a"), 100);

  await server.close({ reason: "it received SIGTERM" });
  clearInterval(drip);
  socket.destroy();
  await fresh.drop();

  expect(lines.slice(-4)).toEqual([
    "The server is stopping: it received SIGTERM.",
    "Waiting at most 1 s for open requests (connections: 1) and for deliveries in flight (0).",
    "Closed the connections whose requests had not ended within INTRAY_DRAIN_SECONDS (1 s): 1.",
    expect.stringMatching(/^The server has stopped, after 1\.\d+ s\.$/),
  ]);
});
