/** Node: undici, Buffers and Node's streams. */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { IntrayError } from "../errors.ts";
import type { IntrayOptions } from "../node-options.ts";
import { VERSION } from "../version.ts";
import { UndiciConnection } from "./connection.ts";
import { FetchConnection } from "./fetch-connection.ts";
import type { Platform } from "./platform.ts";
import { chooseProxy, type ProxyChoice } from "./proxy.ts";
import { Validator } from "./validation.ts";

export interface NodeTypes {
  readonly bytes: Buffer;
  readonly stream: Readable;
}

/** @throws IntrayError of kind `usage` for options of undici beside `fetch`. */
export const nodePlatform = (options: IntrayOptions): Platform<NodeTypes> => ({
  connect: () => connect(options),
  validator: new Validator(options),
  userAgent: `intray-sdk/${VERSION}`,
  isUtf8,
  toBytes: (bytes) =>
    Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  toStream: readable,
});

function connect(options: IntrayOptions): UndiciConnection | FetchConnection {
  const { fetch: given, dispatcher, proxy, ca } = options;
  if (given === undefined) return new UndiciConnection(options, environmentVariable);
  const [name] = Object.entries({ dispatcher, proxy, ca }).find(([, one]) => one != null) ?? [];
  if (name === undefined) return new FetchConnection(given);
  throw new IntrayError(
    "usage",
    `The option ${name} has no effect with fetch. Leave out one of them.`,
  );
}

/**
 * The proxies that a client with this option `proxy` uses, in the form of the options of undici's EnvHttpProxyAgent;
 * `undefined` without any.
 *
 * @throws IntrayError of kind `usage` for an address that is no http or https URL.
 */
export const proxyOf = (option?: string | null): ProxyChoice | undefined =>
  chooseProxy(option, environmentVariable);

/** A variable of the environment; an empty one counts as not set. */
export const environmentVariable = (name: string): string | undefined =>
  process.env[name] || undefined;

function readable(chunks: AsyncGenerator<Uint8Array, void>, stop: AbortController): Readable {
  const body = new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, callback) {
      stop.abort();
      callback(error);
    },
  });
  // Without a listener the error of an unread body would end the process. Readers still get it.
  return body.on("error", () => undefined);
}
