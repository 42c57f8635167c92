/** Receivers on loopback and egresses for the tests of deliveries, closed after each test. */
import { createServer, type RequestListener, type Server } from "node:http";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";
import { openTestEgress, type TestEgress, type TestEgressOptions } from "./egress.ts";

export function useDeliveryHarness() {
  const servers: Server[] = [];
  const egresses: TestEgress[] = [];

  async function stopReceivers(): Promise<void> {
    await Promise.all(
      servers.splice(0).map((server) => {
        server.closeAllConnections();
        return new Promise((resolve) => void server.close(resolve));
      }),
    );
  }

  afterEach(async () => {
    for (const { egress } of egresses.splice(0)) await egress.close();
    await stopReceivers();
  });

  return {
    /** Starts an HTTP receiver and returns its port; `onConnected` is called at its first connection. */
    async receive(listener: RequestListener, onConnected: () => void = () => undefined) {
      const server = createServer(listener);
      servers.push(server);
      server.once("connection", () => onConnected());
      return (await listenOnLoopback(server)).port;
    },
    /** Opens an egress that may reach 127.0.0.1 unless `options` say otherwise. */
    open(options?: TestEgressOptions) {
      const egress = openTestEgress({ allow: ["127.0.0.1"], ...options });
      egresses.push(egress);
      return egress;
    },
    /** Stops the receivers, so that their ports refuse connections. */
    stopReceivers,
  };
}
