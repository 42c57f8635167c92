// Repeats a request over loopback at little cost, each time the previous response has arrived: the body of the
// response is counted but not parsed, since the load shares the machine with the server that it measures.
import { connect } from "node:net";

export interface BenchRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called for each request; all bodies have the same length in bytes. Default: no body. */
  readonly body?: () => string;
}

export type Extent = { readonly seconds: number } | { readonly requests: number };

/**
 * Keeps one request in flight on each of `connections` until the end of `extent`.
 *
 * @throws Error if a response is not 200 with Content-Length, or if a connection ends.
 */
export async function requestLoad(
  { url, method = "GET", headers, body = () => "" }: BenchRequest,
  { connections, ...extent }: { readonly connections: number } & Extent,
) {
  const { host, hostname, port, pathname, search } = new URL(url);
  const length = Buffer.byteLength(body(), "latin1");
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...(length === 0 ? [] : [`Content-Length: ${length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
  const latencies: number[] = [];
  const start = performance.now();
  let sent = 0;
  const maySend =
    "seconds" in extent
      ? () => performance.now() < start + extent.seconds * 1_000
      : () => (sent += 1) <= extent.requests;
  const to = { host: hostname, port: Number(port) };
  const repeat = () => repeatWhile(maySend, to, () => head + body(), latencies);
  await Promise.all(Array.from({ length: connections }, repeat));
  const took = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99) };
}

const repeatWhile = (
  maySend: () => boolean,
  to: { readonly host: string; readonly port: number },
  request: () => string,
  latencies: number[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    let isOver = !maySend();
    if (isOver) {
      resolve();
      return;
    }
    let sentAt = performance.now();
    /** Bytes of the response that have not arrived; 0 before its header. */
    let left = 0;
    const receive = (size: number, buffer: Uint8Array) => {
      if (left > 0) left -= size;
      else {
        const text = Buffer.from(buffer.buffer, buffer.byteOffset, size).toString("latin1");
        left = lengthOf(text) - (size - text.indexOf("\r\n\r\n") - 4);
      }
      if (left > 0) return true;
      const now = performance.now();
      latencies.push(now - sentAt);
      sentAt = now;
      isOver = !maySend();
      if (isOver) socket.destroy();
      else socket.write(request(), "latin1");
      return true;
    };
    const socket = connect({
      ...to,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(65_536), callback: receive },
    });
    socket.on("connect", () => void socket.write(request(), "latin1"));
    socket.on("error", reject);
    socket.on("close", () => {
      if (isOver) resolve();
      else reject(new Error("The server closed a connection."));
    });
  });

/** The value of Content-Length. The header of a response arrives in one chunk here. */
function lengthOf(text: string): number {
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? [];
  if (!text.startsWith("HTTP/1.1 200 ") || length === undefined) {
    throw new Error(`The server responded: ${text.slice(0, 1_000)}`);
  }
  return Number(length);
}
