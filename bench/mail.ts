// Messages a second of the server, compared with nodemailer's pool on the same relay, and posts a second with
// e-mail, compared with those without.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createTransport } from "nodemailer";
import { postAll } from "./delivery/deliveries.ts";
import { intakeWithMail, mailSettings, NOTIFIED } from "./intake.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { startServer } from "./server.ts";

const RELAY = fileURLToPath(new URL("relay.ts", import.meta.url));
const MESSAGES = Number(process.env["BENCH_MAILS"] ?? "2000");
const CONCURRENCY = 5;
const ENVELOPE = { from: "forms@example.org", to: "ada@example.org" };
/** A notification of a contact form has about this size. */
const BODY_LINES = 60;
const MESSAGE = Buffer.from(
  [
    "From: Forms <forms@example.org>",
    "To: ada@example.org",
    "Subject: A message",
    "Message-ID: <msg_1@example.org>",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    ...Array.from({ length: BODY_LINES }, () => "x".repeat(70)),
    "",
  ].join("\r\n"),
);

export async function mail(): Promise<readonly Row[]> {
  const relay = fork(RELAY, { stdio: "inherit" });
  const [{ port }] = (await once(relay, "message")) as [{ port: number }];
  try {
    return [
      await compare({
        name: "mail",
        required: 0.3,
        aim: 0.6,
        ours: () => throughServer(relay, port),
        baseline: () => measured(relay, () => throughPool(port)),
      }),
      await intakeWithMail(urlOf(port)),
    ];
  } finally {
    relay.kill("SIGKILL");
  }
}

/** @throws Error if the relay has not received every message. */
async function measured(relay: ChildProcess, send: () => Promise<void>): Promise<Measured> {
  const before = await countOf(relay);
  const start = performance.now();
  await send();
  const perSecond = (MESSAGES * 1_000) / (performance.now() - start);
  const received = (await countOf(relay)) - before;
  if (received !== MESSAGES) throw new Error(`The relay received ${received} messages.`);
  return { perSecond };
}

async function countOf(relay: ChildProcess): Promise<number> {
  relay.send("count");
  const [{ count }] = (await once(relay, "message")) as [{ count: number }];
  return count;
}

const urlOf = (port: number) => `smtp://127.0.0.1:${port}`;

/** From the first post to the last receipt: intake, rendering and sending on one server. */
async function throughServer(relay: ChildProcess, port: number): Promise<Measured> {
  await using server = await startServer({
    ...mailSettings(urlOf(port)),
    INTRAY_MAIL_RATE: "off",
    INTRAY_MAIL_CONCURRENCY: `${CONCURRENCY}`,
  });
  const form = await server.makeForm(undefined, NOTIFIED);
  return await measured(relay, async () => {
    const before = await countOf(relay);
    await postAll([form], MESSAGES);
    while ((await countOf(relay)) - before < MESSAGES) {
      await new Promise((resolve) => void setTimeout(resolve, 10));
    }
  });
}

async function throughPool(port: number): Promise<void> {
  const pool = createTransport({
    pool: true,
    host: "127.0.0.1",
    port,
    ignoreTLS: true,
    maxConnections: CONCURRENCY,
  });
  const messages = Array.from({ length: MESSAGES }, () => ({ envelope: ENVELOPE, raw: MESSAGE }));
  await Promise.all(messages.map((message) => pool.sendMail(message)));
  pool.close();
}
