// The same request again and again over loopback, at little cost; the answer's bytes are counted, not read.
import { connect } from "node:net";

export interface Gets {
  readonly perSecond: number;
  /** Of one answer's body. */
  readonly bytes: number;
}

export interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Each request's own; all of one length in bytes. Default: none. */
  readonly body?: () => string;
}

/**
 * Keeps one request under way on each of `connections` for `seconds`.
 *
 * @throws Error when an answer is not a 200 with a length, or a connection ends.
 */
export async function gets(
  { url, method = "GET", headers, body = () => "" }: Asked,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Gets> {
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
  let answers = 0;
  let bytes = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      /** Bytes of the answer that are still to come; 0 before its head. */
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
        answers += 1;
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
  await Promise.all(Array.from({ length: connections }, ask));
  return { perSecond: (answers * 1_000) / (performance.now() - start), bytes };
}

/** The head of an answer comes in one piece here. */
function lengthOf(text: string): number {
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? [];
  if (!text.startsWith("HTTP/1.1 200 ") || length === undefined) {
    throw new Error(`The server answered: ${text.slice(0, 1_000)}`);
  }
  return Number(length);
}
