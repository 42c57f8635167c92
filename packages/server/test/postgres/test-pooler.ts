/**
 * A connection pooler for PostgreSQL on loopback. In transaction mode it gives a session to a client until the
 * transaction has ended; in session mode until the client has gone. Needs a cluster that asks for no password.
 * https://www.postgresql.org/docs/current/protocol-flow.html
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface PoolerOptions {
  readonly mode: "transaction" | "session";
  /** Sessions that may be open. */
  readonly size: number;
  /** Gives out the session that has been free longest, not the one that was used last. */
  readonly isRoundRobin?: boolean;
}

export interface TestPooler {
  readonly url: string;
  close(): void;
}

const SSL_REQUEST = 80_877_103;
const PROTOCOL = 196_608;
const IDLE = "I".charCodeAt(0);
const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", Buffer.from([IDLE]));
/** Messages that PostgreSQL answers with ReadyForQuery: Query, Sync. */
const ANSWERED = new Set(["Q", "S"]);

interface Session {
  readonly socket: Socket;
  /** ParameterStatus and BackendKeyData. */
  readonly greeting: Buffer;
}

export async function startPooler(
  target: string,
  { mode, size, isRoundRobin = false }: PoolerOptions,
): Promise<TestPooler> {
  const { hostname, port, username, pathname } = new URL(target);
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;

  async function openSession(): Promise<Session> {
    opened += 1;
    const socket = connect(Number(port), hostname);
    keep(socket);
    const names = `user\0${username}\0database\0${pathname.slice(1)}\0\0`;
    const start = Buffer.concat([int32(PROTOCOL), Buffer.from(names)]);
    socket.write(Buffer.concat([int32(start.length + 4), start]));
    const greeting: Buffer[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = messageReader((type, bytes) => {
      if (type === "S" || type === "K") greeting.push(bytes);
      if (type === "Z") resolve();
    });
    socket.on("data", read);
    await promise;
    socket.off("data", read);
    return { socket, greeting: Buffer.concat(greeting) };
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  }

  async function take(): Promise<Session> {
    const session = isRoundRobin ? free.shift() : free.pop();
    if (session !== undefined) return session;
    if (opened < size) return openSession();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(session: Session): void {
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  }

  /** Relays between a client that has been greeted and the sessions that it gets. */
  function serve(client: Socket): (chunk: Buffer) => void {
    let session: Session | Promise<Session> | undefined;
    let unanswered = 0;
    const unsent: Buffer[] = [];

    const fromSession = messageReader((type, bytes) => {
      client.write(bytes);
      if (type !== "Z") return;
      unanswered -= 1;
      if (mode === "transaction" && unanswered === 0 && bytes[5] === IDLE) leave();
    });
    function leave(): void {
      if (session === undefined || session instanceof Promise) return;
      session.socket.off("data", fromSession);
      giveBack(session);
      session = undefined;
    }
    async function enter(): Promise<void> {
      const pending = take();
      session = pending;
      const taken = await pending;
      session = taken;
      taken.socket.on("data", fromSession);
      for (const bytes of unsent.splice(0)) taken.socket.write(bytes);
    }
    client.once("close", leave);
    return messageReader((type, bytes) => {
      if (type === "X") return void client.end();
      if (ANSWERED.has(type)) unanswered += 1;
      if (session !== undefined && !(session instanceof Promise)) session.socket.write(bytes);
      else {
        unsent.push(bytes);
        if (session === undefined) void enter();
      }
    });
  }

  const server = createServer((client) => {
    keep(client);
    let rest = Buffer.alloc(0);
    const begin = async (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length < 8 || rest.length < rest.readInt32BE(0)) return;
      if (rest.readInt32BE(4) === SSL_REQUEST) {
        rest = rest.subarray(8);
        return void client.write("N");
      }
      client.off("data", begin);
      // As PgBouncer does, with what a session has said at its begin.
      const session = await take();
      giveBack(session);
      client.on("data", serve(client));
      client.write(Buffer.concat([AUTHENTICATED, session.greeting, READY]));
    };
    client.on("data", begin);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

/** Splits a stream into its messages: a letter, the length of the rest, the rest. */
function messageReader(onMessage: (type: string, bytes: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      const bytes = rest.subarray(0, end);
      rest = rest.subarray(end);
      onMessage(String.fromCharCode(bytes[0] ?? 0), bytes);
    }
  };
}
