/** What differs between Node and platforms with fetch alone. */
import type { ClientOptions } from "../options.ts";
import type { OperationId } from "../api-types.ts";
import type { Answer } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";

/** One request as it is sent. */
export interface PlainRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
}

/** Sends requests, without retries. */
export interface Connection {
  /** Address of the proxy without user and password, for messages; `undefined` without a proxy. */
  readonly proxy: string | undefined;
  /** Resolves with the complete response. @throws RedirectError, an error of the network, or the signal's reason. */
  exchange(url: string, one: PlainRequest): Promise<ReadAnswer>;
  /** Resolves with a response whose body is still to be read. @throws as {@link exchange} does. */
  request(url: string, one: PlainRequest): Promise<Answer>;
  /** Waits for open requests, and closes what the client has opened. */
  close(): Promise<void>;
}

/** Validates data of responses; `undefined` on a platform that does not validate. */
interface AnswerValidator {
  check(operation: OperationId, status: number, data: unknown): Promise<void>;
}

/** Types of bytes and of streams that a platform's programs expect. */
export interface PlatformTypes {
  readonly bytes: Uint8Array;
  readonly stream: unknown;
}

export interface Platform<Types extends PlatformTypes = PlatformTypes> {
  connect(options: ClientOptions): Connection;
  readonly validator: AnswerValidator | undefined;
  /** Sent without an option `userAgent`; `undefined` sends none. */
  readonly userAgent: string | undefined;
  readonly isUtf8: (bytes: Uint8Array) => boolean;
  /** Without a copy. */
  toBytes(bytes: Uint8Array): Types["bytes"];
  /** A stream of the chunks. Aborts `stop` when its reader ends early. */
  toStream(chunks: AsyncGenerator<Uint8Array, void>, stop: AbortController): Types["stream"];
}
