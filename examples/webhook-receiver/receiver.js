// @ts-check
/** Receives Intray webhooks: verifies each delivery, drops duplicates, prints one line per event. */
import { createServer } from "node:http";
import { env } from "node:process";
import { unwrap, WebhookVerificationError } from "@intray/webhook-verify";
import { ConfigurationError, readConfiguration } from "./configuration.js";
import { readBody } from "./raw-body.js";
import { SeenIds } from "./seen-ids.js";

const HOST = "127.0.0.1";
const REQUEST_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 5_000;
const MAX_PRINTED_CHARACTERS = 200;

const seen = new SeenIds();

try {
  start(readConfiguration(env));
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** @param {import("./configuration.js").Configuration} configuration */
function start({ secret, port }) {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    try {
      const status = await answer(request, secret);
      // The unread rest of a body would be parsed as the next request, and a stop waits for open connections.
      const headers = request.complete && server.listening ? {} : { connection: "close" };
      response.writeHead(status, headers).end();
    } catch (error) {
      console.error(printable(String(error)));
      response.destroy();
    }
  });
  server.on("error", (error) => {
    console.error(
      `The receiver cannot listen on port ${port}: ${error.message}. Set another PORT.`,
    );
    process.exitCode = 1;
  });
  server.listen(port, HOST, () => {
    const address = server.address();
    if (address === null || typeof address === "string") return;
    console.log(`webhook receiver listening on http://${HOST}:${address.port}`);
  });
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop(server));
}

/**
 * Handles one request and returns the response status.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {string} secret
 */
async function answer(request, secret) {
  if (request.method !== "POST") return 405;
  const body = await readBody(request);
  if (body === undefined) {
    console.log("rejected 413: the body is over the limit");
    return 413;
  }
  try {
    receive(unwrap(body, request.headers, { secrets: secret }));
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.log(`rejected ${error.status} ${error.code}: ${error.hint}`);
    return error.status;
  }
}

/** @param {import("@intray/webhook-verify").VerifiedDelivery} delivery */
function receive({ authenticated, unauthenticated, text }) {
  const id = authenticated?.webhookId ?? unauthenticated.webhookId;
  if (id !== undefined && seen.has(id)) {
    console.log(`duplicate ${printable(id)}`);
    return;
  }
  // Your work goes here. If it throws, there is no response and Intray retries the delivery.
  console.log(`received ${printable(id ?? "without webhook-id")} ${printable(text())}`);
  if (id !== undefined) seen.add(id);
}

/** Removes control characters, so that the text of a form cannot control the terminal. */
function printable(/** @type {string} */ text) {
  return text.slice(0, MAX_PRINTED_CHARACTERS).replaceAll(/[\p{C}\u2028\u2029]/gu, " ");
}

/** Waits for requests in progress, up to a limit. A second signal ends the process immediately. */
function stop(/** @type {import("node:http").Server} */ server) {
  console.log("stopping");
  server.close();
  AbortSignal.timeout(STOP_TIMEOUT_MS).addEventListener("abort", () => {
    server.closeAllConnections();
  });
}
