/** Receives webhooks on a port of this machine: verifies them, and answers as their targets did. */
import type { ListenFlags } from "./listen-flags.ts";
import type { DeliveryReport, Verdict } from "./listen-report.ts";
import type { LocalDelivery, SendToTargets, TargetResult } from "./targets.ts";
import { isDelivered } from "./targets.ts";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { errorReason, failure } from "../errors/failure.ts";

/** More than any payload of Intray. */
const MAX_BODY_BYTES = 5 * 1_024 * 1_024;
const HOST = "127.0.0.1";
/** Headers of the webhook; the others belong to the connection. */
const FORWARDED_HEADER = /^(?:x-service-|webhook-)/i;

interface ReceiverOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly secrets: readonly string[];
  readonly respond: ListenFlags["respond"];
  readonly targets: SendToTargets;
  readonly stopping: AbortSignal;
  readonly report: (report: Omit<DeliveryReport, "at">) => Promise<void>;
  readonly onOpen: (url: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Receives until `stopping` aborts; resolves when the receiver is closed. Throws Failure 75 when the
 * port is in use.
 */
export async function receiveOnPort(options: ReceiverOptions): Promise<void> {
  const { stopping, onOpen, onError } = options;
  const server = createServer((request, response) => {
    handleRequest(request, response, options).catch((error: unknown) => {
      onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const port = await listen(server, options.port);
  onOpen(`http://${HOST}:${port}/`);
  if (!stopping.aborted) await once(stopping, "abort");
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** The status of our response: that of the first target that failed, else `--respond` or 204. */
function statusAfter(results: readonly TargetResult[], respond: number | undefined): number {
  const failed = results.find((result) => !isDelivered(result));
  if (failed === undefined) return respond ?? 204;
  return failed.kind === "answered" ? failed.status : failed.kind === "exited" ? 500 : 502;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    throw failure(
      "port_taken",
      `Port ${port} of ${HOST} cannot be opened (${errorReason(error)}).`,
      { hint: "Choose another port with --port; 0 selects a free one.", cause: error },
    );
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { secrets, respond, targets, report }: ReceiverOptions,
): Promise<void> {
  if (request.method !== "POST") {
    response.writeHead(405, { allow: "POST" }).end("Send webhooks with POST.\n");
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413, { connection: "close" }).end("The body is over 5 MiB.\n");
    return;
  }
  const headers = pairs(request);
  const verdict = await verify(body, headers, secrets);
  const delivery: LocalDelivery = {
    submissionId: headerId(request, "webhook-id", /^msg_(\d+)_\d+(?:_[\w-]+)?$/),
    logId: headerId(request, "x-service-delivery", /^(\d+)$/),
    contentType: request.headers["content-type"] ?? "application/octet-stream",
    body,
    headers: headers.filter(([name]) => FORWARDED_HEADER.test(name)),
  };
  if (verdict.kind === "invalid") {
    await report({ delivery, verdict, results: {} });
    response.writeHead(verdict.status).end();
    return;
  }
  const results = await targets(delivery);
  const answered = statusAfter(Object.values(results), respond);
  await report({ delivery, verdict, results, answered });
  response.writeHead(answered).end();
}

/** The body; `undefined` when it is longer than MAX_BODY_BYTES. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function pairs({ rawHeaders }: IncomingMessage): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    found.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  }
  return found;
}

async function verify(
  body: Buffer,
  headers: readonly (readonly [string, string])[],
  secrets: readonly string[],
): Promise<Verdict> {
  const { unwrap, WebhookVerificationError } = await import("@intray/webhook-verify");
  try {
    unwrap(body, headers, { secrets });
    return { kind: "valid" };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const { code, message, status } = error;
    return { kind: "invalid", code, reason: message, status };
  }
}

function headerId(request: IncomingMessage, name: string, form: RegExp): number | null {
  const value = request.headers[name];
  const [, id] = form.exec(typeof value === "string" ? value : "") ?? [];
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}
