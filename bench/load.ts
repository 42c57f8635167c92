// Posts over loopback as fast as the answers come, at little cost: the load shares the machine with
// what it measures, and each microsecond that it takes itself is one that neither side can show.
import { connect } from "node:net";

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** The header of a post, and each post's own body; all bodies are of one length in bytes. */
export interface Posts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => string;
}

/** When to stop: after a time, or after so many posts. */
export type Extent = { readonly seconds: number } | { readonly posts: number };

/**
 * Keeps one post under way on each of `connections`, as long as `extent` says.
 *
 * @throws Error when an answer is not a 200, or a connection ends.
 */
export async function load(
  { url, headers, body }: Posts,
  { connections, ...extent }: { readonly connections: number } & Extent,
): Promise<Load> {
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

/** One connection: the next post goes out as soon as the last one is answered. */
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
      const answer =
        before + Buffer.from(buffer.buffer, buffer.byteOffset, size).toString("latin1");
      before = isWhole(answer) ? "" : answer;
      if (before !== "") return true;
      if (!answer.startsWith("HTTP/1.1 200 ")) {
        socket.destroy(new Error(`The server answered: ${answer}`));
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

/** Whether an answer with a `Content-Length` has come to its end. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer);
  if (length === null) throw new Error(`An answer without a length: ${answer}`);
  return answer.length >= headEnd + 4 + Number(length[1]);
}
