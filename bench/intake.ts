// Durable urlencoded posts a second on 64 connections, compared with a Hono handler that only reads the body.
import { createServer } from "node:net";
import { startBaseline } from "./baseline.ts";
import { postsTo } from "./post.ts";
import { requestLoad } from "./request-load.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { startServer, withPostgres } from "./server.ts";
import { listenOnLoopback } from "../test/harness/loopback.ts";

const CONNECTIONS = 64;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? "5");

/**
 * Default settings: spam checks on, one webhook, `synchronous=FULL`. The receiver of the webhook never
 * responds, so every post writes a delivery but only intake is measured.
 */
export const intake = async (): Promise<Row> =>
  withBaseline(async ({ receiver, baselineUrl }) => {
    await using server = await startServer();
    const form = await server.makeForm(receiver);
    return await compare({
      name: "intake",
      required: 0.48,
      aim: 0.65,
      ours: () => post([form]),
      baseline: () => post([baselineUrl]),
    });
  });

/**
 * Default settings and a webhook that never responds, as above: a form with an e-mail recipient whose relay takes
 * the mails at the default rate, compared with a form of a server without e-mail.
 */
export const intakeWithMail = async (relayUrl: string): Promise<Row> =>
  withReceiver(async (receiver) => {
    await using mailing = await startServer(mailSettings(relayUrl));
    await using silent = await startServer();
    const mailed = await mailing.makeForm(receiver, NOTIFIED);
    const plain = await silent.makeForm(receiver);
    return await compare({
      name: "mail, intake with it",
      required: 0.95,
      aim: 1,
      ours: () => post([mailed]),
      baseline: () => post([plain]),
    });
  });

/** As `intake`: a form with five field rules, compared with one without any on the same server. */
export const intakeWithRules = async (): Promise<Row> =>
  withReceiver(async (receiver) => {
    await using server = await startServer();
    const ruled = await server.makeForm(receiver, { fields: RULES });
    const plain = await server.makeForm(receiver);
    return await compare({
      name: "intake-rules",
      required: 0.95,
      aim: 1,
      ours: () => post([ruled]),
      baseline: () => post([plain]),
    });
  });

const RULES = [
  { name: "name", type: "text", required: true, max: 80, pattern: "[A-Z][A-Za-z ]+" },
  { name: "email", type: "email", required: true },
  { name: "subject", type: "select", options: ["Hello", "Offer"] },
  { name: "message", type: "textarea", required: true, max: 5_000 },
  { name: "phone", type: "tel" },
];

/** Settings of a server that sends e-mail, and of a form with a recipient. */
export const mailSettings = (relayUrl: string) => ({
  INTRAY_SMTP_URL: relayUrl,
  INTRAY_MAIL_FROM: "forms@example.org",
  INTRAY_MAIL_CONFIRM: "false",
});
export const NOTIFIED = { notification_emails: "ada@example.org" };

/** The same on PostgreSQL with its default settings: one process, and two processes on one database. */
export const intakeOnPostgres = async (): Promise<readonly Row[]> =>
  withPostgres((settings) =>
    withBaseline(async ({ receiver, baselineUrl }) => {
      await using first = await startServer(settings);
      const form = await first.makeForm(receiver);
      const row = { required: 0.22, aim: 0.35, baseline: () => post([baselineUrl]) };
      const oneProcess = await compare({
        ...row,
        name: "intake-pg, one process",
        ours: () => post([form]),
      });
      await using second = await startServer(settings);
      const bothForms = [form, form.replace(first.url, second.url)];
      const twoProcesses = await compare({
        ...row,
        name: "intake-pg, two processes",
        ours: () => post(bothForms),
      });
      return [oneProcess, twoProcesses];
    }),
  );

/** Runs with a receiver that never responds. */
async function withReceiver<Result>(run: (url: string) => Promise<Result>): Promise<Result> {
  const silent = await listenOnLoopback(createServer());
  try {
    return await run(`${silent.url}/`);
  } finally {
    silent.close();
  }
}

/** The same, and the baseline server. */
const withBaseline = async <Result>(
  run: (urls: { readonly receiver: string; readonly baselineUrl: string }) => Promise<Result>,
): Promise<Result> =>
  withReceiver(async (receiver) => {
    await using baseline = await startBaseline();
    return await run({ receiver, baselineUrl: `${baseline.url}/f/form` });
  });

/** The connections are spread evenly over `urls`. */
async function post(urls: readonly string[]): Promise<Measured> {
  const loads = await Promise.all(
    urls.map((url) =>
      requestLoad(postsTo(url), { connections: CONNECTIONS / urls.length, seconds: SECONDS }),
    ),
  );
  const p50 = Math.max(...loads.map((one) => one.p50));
  const p99 = Math.max(...loads.map((one) => one.p99));
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0);
  return { perSecond, note: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` };
}
