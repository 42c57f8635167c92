// A TCP proxy on loopback that can be cut: every connection breaks, and new ones are refused.
import { connect, createServer, type Socket } from "node:net";
import { listenOnLoopback } from "../harness/loopback.ts";

export interface Link {
  readonly port: number;
  /** Breaks all connections; new ones break at once until {@link Link.mend}. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** @param port Where connections are forwarded to, on 127.0.0.1. */
export async function openLink(port: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const target = connect(port, "127.0.0.1");
    keep(target);
    client.pipe(target).pipe(client);
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroy());
  });
  const loopback = await listenOnLoopback(server);
  return {
    port: loopback.port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    mend() {
      isCut = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      loopback.close();
    },
  };
}
