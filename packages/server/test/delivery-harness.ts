/** Receivers on loopback and egresses for the tests of deliveries, closed together. */
import { createServer, type RequestListener, type Server } from "node:http";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";
import { openTestEgress, type TestEgress, type TestEgressOptions } from "./egress.ts";

export interface DeliveryHarness {
  /** Starts an HTTP receiver and returns its port; `onConnected` is called at its first connection. */
  receive(listener: RequestListener, onConnected?: () => void): Promise<number>;
  /** Opens an egress that may reach 127.0.0.1 unless `options` say otherwise. */
  open(options?: TestEgressOptions): TestEgress;
  /** Stops the receivers, so that their ports refuse connections. */
  stopReceivers(): Promise<void>;
  close(): Promise<void>;
}

export function createDeliveryHarness(): DeliveryHarness {
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

  return {
    async receive(listener, onConnected = () => undefined) {
      const server = createServer(listener);
      servers.push(server);
      server.once("connection", () => onConnected());
      return (await listenOnLoopback(server)).port;
    },
    open(options) {
      const egress = openTestEgress({ allow: ["127.0.0.1"], ...options });
      egresses.push(egress);
      return egress;
    },
    stopReceivers,
    async close() {
      for (const { egress } of egresses.splice(0)) await egress.close();
      await stopReceivers();
    },
  };
}
