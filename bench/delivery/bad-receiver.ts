// Receivers over TLS whose answers are slow, large or broken, by path, each port an origin of its own.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const [certificate = "", key = "", origins = "1"] = process.argv.slice(2);
const LARGE = Array<Buffer>(64).fill(Buffer.alloc(64 * 1_024, "x"));
const DRIP_MS = 100;
const DRIPS = 100;

async function* slowly(): AsyncGenerator<string> {
  for (let n = 0; n < DRIPS; n += 1) {
    yield "x";
    await new Promise((resolve) => void setTimeout(resolve, DRIP_MS));
  }
}

/** Until the other side has enough. */
const send = (body: Iterable<Buffer> | AsyncIterable<string>, answer: ServerResponse) =>
  pipeline(Readable.from(body), answer.writeHead(200)).catch(() => undefined);

function broken(answer: ServerResponse): void {
  answer.socket?.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
  answer.socket?.destroy();
}

const ports = await Promise.all(
  Array.from({ length: Number(origins) }, async () => {
    const server = createServer(
      { cert: readFileSync(certificate), key: readFileSync(key) },
      (request, answer) => {
        request.resume();
        request.once("end", () => {
          if (request.url?.startsWith("/slow")) void send(slowly(), answer);
          else if (request.url?.startsWith("/large")) void send(LARGE, answer);
          else broken(answer);
        });
      },
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }),
);
process.send?.({ ports });
process.once("disconnect", () => process.exit(0));
