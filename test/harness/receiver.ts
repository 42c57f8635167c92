/** A webhook receiver that records the requests. */
import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Loopback, serveOnLoopback } from "./loopback.ts";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Receiver extends Loopback {
  /** Status of the next responses; 200 at first. */
  status: number;
  received: ReceivedRequest[];
  /** Responses are held until {@link Receiver.release}. */
  isHanging: boolean;
  release(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const held: (() => void)[] = [];
  const loopback = await serveOnLoopback((request, response) => {
    const { url: path = "", headers, rawHeaders } = request;
    const receive = (body: Buffer) => {
      receiver.received.push({ path, headers, rawHeaders, body });
      const respond = () => response.writeHead(receiver.status).end("thanks");
      if (receiver.isHanging) held.push(respond);
      else respond();
    };
    // The sender may be killed in the middle.
    void buffer(request).then(receive, () => undefined);
  });
  const receiver: Receiver = {
    ...loopback,
    status: 200,
    received: [],
    isHanging: false,
    release() {
      receiver.isHanging = false;
      for (const respond of held.splice(0)) respond();
    },
  };
  return receiver;
}
