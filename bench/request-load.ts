// Repeats one request over loopback at little cost: the body of the response is counted but not parsed.
import { connect } from "node:net";

export interface RequestLoad {
  readonly perSecond: number;
  /** Bytes of one response body. */
  readonly bytes: number;
}

export interface BenchRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called for each request; all bodies have the same length in bytes. Default: no body. */
  readonly body?: () => string;
}

/**
 * Keeps one request in flight on each of `connections` for `seconds`.
 *
 * @throws Error if a response is not 200 with Content-Length, or if a connection ends.
 */
export async function requestLoad(
  { url, method = "GET", headers, body = () => "" }: BenchRequest,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<RequestLoad> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const length = Buffer.byteLength(body(), "latin1");
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...(length === 0 ? [] : [`Content-Length: ${length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
  const start = performance.now();
  const end = start + seconds * 1_000;
  let responses = 0;
  let bytes = 0;
  const repeat = () =>
    new Promise<void>((resolve, reject) => {
      /** Bytes of the response that have not arrived; 0 before its header. */
      let left = 0;
      let isOver = false;
      const receive = (size: number, buffer: Uint8Array) => {
        if (left > 0) left -= size;
        else {
          const text = Buffer.from(buffer.buffer, buffer.byteOffset, size).toString("latin1");
          bytes = lengthOf(text);
          left = bytes - (size - text.indexOf("\r\n\r\n") - 4);
        }
        if (left > 0) return true;
        responses += 1;
        isOver = performance.now() >= end;
        if (isOver) socket.destroy();
        else socket.write(head + body(), "latin1");
        return true;
      };
      const socket = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: { buffer: Buffer.allocUnsafe(65_536), callback: receive },
      });
      socket.on("connect", () => void socket.write(head + body(), "latin1"));
      socket.on("error", reject);
      socket.on("close", () => {
        if (isOver) resolve();
        else reject(new Error("The server closed a connection."));
      });
    });
  await Promise.all(Array.from({ length: connections }, repeat));
  return { perSecond: (responses * 1_000) / (performance.now() - start), bytes };
}

/** The value of Content-Length. The header of a response arrives in one chunk here. */
function lengthOf(text: string): number {
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? [];
  if (!text.startsWith("HTTP/1.1 200 ") || length === undefined) {
    throw new Error(`The server responded: ${text.slice(0, 1_000)}`);
  }
  return Number(length);
}
