// Posts over loopback, each one as soon as the previous response arrives. It uses little processor time,
// since it shares the machine with the server that it measures.
import { connect } from "node:net";

export interface PostLoad {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** The posts to send; `body` is called for each, and all bodies have the same length in bytes. */
export interface Posts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => string;
}

/** Ends the load after a time or after a number of posts. */
export type Extent = { readonly seconds: number } | { readonly posts: number };

/**
 * Keeps one post in flight on each of `connections` until the end of `extent`.
 *
 * @throws Error if a response is not 200, or if a connection ends.
 */
export async function postLoad(
  { url, headers, body }: Posts,
  { connections, ...extent }: { readonly connections: number } & Extent,
): Promise<PostLoad> {
  const { host, hostname, port, pathname } = new URL(url);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Length: ${Buffer.byteLength(body(), "latin1")}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
  const latencies: number[] = [];
  const start = performance.now();
  let posted = 0;
  const mayPost =
    "seconds" in extent
      ? () => performance.now() < start + extent.seconds * 1_000
      : () => (posted += 1) <= extent.posts;
  const run = () =>
    postWhile(mayPost, { host: hostname, port: Number(port) }, () => head + body(), latencies);
  await Promise.all(Array.from({ length: connections }, run));
  const took = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99) };
}

/** Posts on one connection, each time the previous response has arrived. */
function postWhile(
  mayPost: () => boolean,
  to: { readonly host: string; readonly port: number },
  post: () => string,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = performance.now();
    let before = "";
    let isOver = !mayPost();
    if (isOver) {
      resolve();
      return;
    }
    const receive = (size: number, buffer: Uint8Array) => {
      const response =
        before + Buffer.from(buffer.buffer, buffer.byteOffset, size).toString("latin1");
      before = isComplete(response) ? "" : response;
      if (before !== "") return true;
      if (!response.startsWith("HTTP/1.1 200 ")) {
        socket.destroy(new Error(`The server responded: ${response}`));
        return false;
      }
      const now = performance.now();
      latencies.push(now - sentAt);
      sentAt = now;
      isOver = !mayPost();
      if (isOver) socket.destroy();
      else socket.write(post(), "latin1");
      return true;
    };
    const socket = connect({
      ...to,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(16_384), callback: receive },
    });
    socket.on("connect", () => void socket.write(post(), "latin1"));
    socket.on("error", reject);
    socket.on("close", () => {
      if (isOver) resolve();
      else reject(new Error("The server closed a connection."));
    });
  });
}

/** Whether the whole response, which must have a Content-Length, has arrived. */
function isComplete(response: string): boolean {
  const headEnd = response.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(response);
  if (length === null) throw new Error(`The response has no Content-Length: ${response}`);
  return response.length >= headEnd + 4 + Number(length[1]);
}
