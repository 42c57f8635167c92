import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BodyChunks, bodyChunks } from "./body-chunks.ts";

describe("the chunks of a body", () => {
  let http: Server;
  let socket: Socket;
  beforeEach(async () => {
    http = createServer().listen(0, "127.0.0.1");
    await once(http, "listening");
  });
  afterEach(() => {
    socket.destroy();
    http.closeAllConnections();
    http.close();
  });

  /** The chunks of a post whose length is announced, and whose bytes the test sends on `socket`. */
  async function begin(length: number, maxBytes = length): Promise<[BodyChunks, IncomingMessage]> {
    socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
    const asked = once(http, "request") as Promise<[IncomingMessage]>;
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    const [incoming] = await asked;
    return [bodyChunks(incoming, maxBytes), incoming];
  }

  it("are the body, however it arrives", async () => {
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
    const [{ pull }] = await begin(body.length);
    socket.write(body);

    const copies: Buffer[] = [];
    for (let chunk = await pull(); chunk !== undefined; chunk = await pull()) {
      copies.push(Buffer.from(chunk));
    }

    expect(Buffer.concat(copies).equals(body)).toBe(true);
    expect(await pull()).toBeUndefined();
  });

  it("give their memory back when the next one is asked for", async () => {
    const [{ pull }] = await begin(200_000);
    socket.write(Buffer.alloc(200_000));

    const first = await pull();
    const lengthBefore = first?.length ?? 0;
    const second = await pull();

    expect(lengthBefore).toBeGreaterThan(0);
    expect(first?.buffer.byteLength).toBe(0);
    expect(second?.length).toBeGreaterThan(0);
  });

  it("are refused as soon as there are too many, whatever was announced", async () => {
    const [{ pull }] = await begin(100, 10);
    socket.write(Buffer.alloc(11));

    await expect(pull()).rejects.toMatchObject({ code: "too_large" });
  });

  it("tell that the sender went away", async () => {
    const [{ pull }] = await begin(100);
    socket.write("some");
    await pull();
    const next = pull();

    socket.destroy();

    await expect(next).rejects.toMatchObject({ code: "malformed" });
    await expect(pull()).rejects.toMatchObject({ code: "malformed" });
  });

  it("leave the rest of the request to others once they are stopped", async () => {
    const [{ pull, stop }, incoming] = await begin(100_000);
    socket.write(Buffer.alloc(50_000));
    await pull();

    stop();
    const ended = once(incoming, "end");
    incoming.resume();
    socket.write(Buffer.alloc(50_000));

    await ended;
    expect(incoming.complete).toBe(true);
  });
});
