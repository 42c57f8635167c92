// @ts-check
/** Receives Intray webhooks: verifies each delivery, drops duplicates, prints one line per event. */
import { createServer } from "node:http";
import { env } from "node:process";
import { createReceiver } from "@intray/webhook-verify/node-http";
import { ConfigurationError, readConfiguration } from "./configuration.js";
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
  const receiver = createReceiver(
    {
      secrets: secret,
      replay: false, // `receive` drops what was handled
      onRefusal: ({ status, code, hint }) => console.log(`rejected ${status} ${code}: ${hint}`),
      onError: (error) => console.error(printable(String(error))),
    },
    receive,
  );
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, receiver);
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

/** @param {import("@intray/webhook-verify").VerifiedDelivery} delivery */
function receive({ authenticated, unauthenticated, text }) {
  const id = authenticated?.webhookId ?? unauthenticated.webhookId;
  if (id !== undefined && seen.has(id)) {
    console.log(`duplicate ${printable(id)}`);
    return;
  }
  // Your work goes here. If it throws, the response is 500 and Intray retries the delivery.
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
  server.keepAliveTimeout = 1; // connections end with their requests
  server.close();
  AbortSignal.timeout(STOP_TIMEOUT_MS).addEventListener("abort", () => {
    server.closeAllConnections();
  });
}
