// The p99 of posts while 128 deliveries go to receivers over TLS with slow, large and broken answers, compared
// with the same posts without them.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCertificates } from "../../packages/server/test/certificates.ts";
import { postAll } from "./deliveries.ts";
import { POST_HEADERS, postBody } from "../post.ts";
import { compare, type Measured, type Row } from "../rounds.ts";
import { startServer } from "../server.ts";

const RECEIVER = fileURLToPath(new URL("bad-receiver.ts", import.meta.url));
const WEBHOOKS = 128;
const ORIGINS = 8;
const ANSWERS = ["slow", "large", "broken"];
const POSTS_PER_WEBHOOK = 30;
const POSTS = 500;
const EVERY_MS = 20;

/** Rates are 1,000 / p99, so the ratio is the p99 without the receivers divided by the p99 with them. */
export async function badReceivers(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "intray-bench-"));
  const certificates = makeCertificates();
  const { cert, key } = certificates.issue("localhost");
  const at = (name: string) => join(folder, name);
  await writeFile(at("cert.pem"), cert);
  await writeFile(at("key.pem"), key, { mode: 0o600 });
  await writeFile(at("authority.pem"), certificates.authority);
  const words = [at("cert.pem"), at("key.pem"), String(ORIGINS)];
  const receiver = fork(RECEIVER, words, { stdio: "inherit" });
  // It stands for other machines: it must not take processor time from the server.
  setPriority(receiver.pid ?? 0, constants.priority.PRIORITY_LOW);
  try {
    const [{ ports }] = (await once(receiver, "message")) as [{ ports: readonly number[] }];
    const urls = Array.from({ length: WEBHOOKS }, (_, n) => {
      const answer = ANSWERS[n % ANSWERS.length] ?? "";
      return `https://localhost:${ports[n % ORIGINS]}/${answer}/${n}`;
    });
    return [
      await compare({
        name: "posts beside bad receivers",
        required: 1 / 1.5,
        aim: 1 / 1.1,
        ours: () => measure(urls, at("authority.pem")),
        baseline: () => measure([], at("authority.pem")),
      }),
    ];
  } finally {
    receiver.disconnect();
    certificates.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(receivers: readonly string[], authority: string): Promise<Measured> {
  await using server = await startServer({
    NODE_EXTRA_CA_CERTS: authority,
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1,::1",
  });
  const form = await server.makeForm(undefined);
  const forms = await Promise.all(receivers.map((url) => server.makeForm(url)));
  if (forms.length > 0) await postAll(forms, POSTS_PER_WEBHOOK * forms.length);
  const { p50, p99 } = await latenciesOf(form);
  return {
    perSecond: 1_000 / p99,
    note: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  };
}

/** Posts at fixed times, whether earlier ones have been answered or not. */
async function latenciesOf(form: string): Promise<{ readonly p50: number; readonly p99: number }> {
  const start = performance.now();
  const times = await Promise.all(
    Array.from({ length: POSTS }, async (_, n) => {
      const at = start + n * EVERY_MS;
      await new Promise((resolve) => void setTimeout(resolve, Math.max(0, at - performance.now())));
      const answer = await fetch(form, { method: "POST", headers: POST_HEADERS, body: postBody() });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`A post was answered with ${answer.status}.`);
      return performance.now() - at;
    }),
  );
  times.sort((a, b) => a - b);
  const part = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: part(0.5), p99: part(0.99) };
}
