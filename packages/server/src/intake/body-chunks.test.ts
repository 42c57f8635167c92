import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTurns } from "../attachments/slots.ts";
import { type BodyChunks, bodyChunks } from "./body-chunks.ts";

describe("the chunks of a body", () => {
  let http: Server;
  /** Of the newest post. */
  let socket: Socket;
  beforeEach(async () => {
    http = createServer().listen(0, "127.0.0.1");
    await once(http, "listening");
  });
  afterEach(() => {
    http.closeAllConnections();
    http.close();
  });

  /** The chunks of a post whose length is announced, and whose bytes the test sends on `socket`. */
  async function begin(length: number, maxBytes = length): Promise<[BodyChunks, IncomingMessage]> {
    socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
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

  it("wait for a turn once they are there; who waits for a sender has none", async () => {
    const turns = createTurns(1);
    const [silent] = await begin(100_000);
    silent.takeTurns(turns);
    const ofSilent = silent.pull();
    const [first] = await begin(100_000);
    first.takeTurns(turns);
    socket.write(Buffer.alloc(100_000));
    await first.pull();
    const [second, incoming] = await begin(100_000);
    second.takeTurns(turns);
    socket.write(Buffer.alloc(100_000));
    let hasSecond = false;
    const ofSecond = second.pull().then(() => (hasSecond = true));
    await vi.waitUntil(() => incoming.readableLength > 0);
    expect(hasSecond).toBe(false);

    first.stop();
    await ofSecond;
    second.stop();

    // The only turn is free again, so the one who waits for a sender never had it.
    await turns.take();
    http.closeAllConnections();
    await expect(ofSilent).rejects.toMatchObject({ code: "malformed" });
  });

  it("keep no turn that came after they were stopped", async () => {
    const turns = createTurns(1);
    await turns.take();
    const [{ pull, stop, takeTurns }, incoming] = await begin(100_000);
    takeTurns(turns);
    socket.write(Buffer.alloc(100_000));
    const chunk = pull();
    await vi.waitUntil(() => incoming.readableLength > 0);

    stop();
    turns.end();

    await expect(chunk).rejects.toMatchObject({ code: "malformed" });
    await turns.take();
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
