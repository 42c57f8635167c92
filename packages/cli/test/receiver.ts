/** A webhook receiver that records the requests. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Receiver extends AsyncDisposable {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** Status of the next responses; 200 at first. */
  status: number;
  received: ReceivedRequest[];
  /** Responses are held until {@link Receiver.release}. */
  isHanging: boolean;
  release(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers, rawHeaders } = request;
      receiver.received.push({ headers, rawHeaders, body: Buffer.concat(chunks) });
      const respond = () => response.writeHead(receiver.status).end("thanks");
      if (receiver.isHanging) held.push(respond);
      else respond();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const receiver: Receiver = {
    host: `127.0.0.1:${address.port}`,
    status: 200,
    received: [],
    isHanging: false,
    release() {
      receiver.isHanging = false;
      for (const respond of held.splice(0)) respond();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
