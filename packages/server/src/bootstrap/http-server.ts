/** The HTTP server: posts to forms are handled on Node's streams, everything else by the Hono app. */
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "../config/config.ts";
import { formAddress, isFormAddress } from "../intake/form-address.ts";
import type { Connections } from "./connections.ts";
import { createApp } from "./app.ts";
import type { ServerAreas } from "./areas.ts";
import { StartError } from "./start-error.ts";

const HTTP_OPTIONS = {
  /** Bytes buffered per upload while the disk is slow: small, since hundreds may be in progress. */
  highWaterMark: 16 * 1_024,
  /** Bytes of a request's head. */
  maxHeaderSize: 16 * 1_024,
  /** How long a head may take, in milliseconds. */
  headersTimeout: 20_000,
  /** Long, since a large upload may be slow. `bodies/open-bodies.ts` limits the time of bodies. */
  requestTimeout: 3_600_000,
  /** How often Node looks for requests that take too long. */
  connectionsCheckingInterval: 5_000,
};
/** A connection without traffic for this long is closed. */
const MAX_SILENCE_MS = 120_000;

/** @throws StartError if the port cannot be used. */
export async function listen(
  config: Pick<Config, "host" | "port">,
  areas: ServerAreas,
  connections: Connections,
): Promise<{ readonly http: Server; readonly url: string }> {
  const posts = formAddress(areas.intake);
  const everythingElse = getRequestListener(createApp(areas).fetch);
  const http = createServer(HTTP_OPTIONS, (incoming, outgoing) => {
    if (!http.listening) outgoing.shouldKeepAlive = false;
    if (isFormAddress(incoming)) posts(incoming, outgoing);
    else void everythingElse(incoming, outgoing);
  });
  connections.watch(http);
  http.listen(config.port, config.host);
  http.timeout = MAX_SILENCE_MS;
  return { http, url: await listening(http, config) };
}

async function listening(
  http: Server,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<string> {
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    http.once("listening", () => resolve(undefined));
    http.once("error", resolve);
  });
  if (problem !== undefined) {
    throw new StartError(
      problem.code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use. Stop the program that uses it, or set INTRAY_PORT to another port (0 means any free one).`
        : `The server cannot listen on ${host}:${port} (${problem.message}). Check INTRAY_HOST and INTRAY_PORT.`,
      { cause: problem },
    );
  }
  const address = http.address();
  if (address === null || typeof address === "string") throw new StartError("No TCP address.");
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}
