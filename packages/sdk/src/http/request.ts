/** Typed calls: JSON in, JSON out, error responses thrown. */
import { UnexpectedAnswerError } from "../errors.ts";
import type { Exchange } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import type { OperationId } from "../api-types.ts";
import { textOf } from "./text.ts";
import type { Transport } from "./transport.ts";

/** The status and the headers of a response. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
}

/** The data, and its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A promise of the data, which can also return the status and headers of the response. */
export interface ApiPromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

interface JsonCall extends Exchange {
  readonly operation: OperationId;
  readonly json?: unknown;
  /** A status whose body is data too, in addition to 2xx. */
  readonly alsoAccepts?: number;
}

/** Starts the call at once. Resolves with the parsed JSON. */
export function call<Data>(transport: Transport, exchange: JsonCall): ApiPromise<Data> {
  const { json, operation, alsoAccepts, ...rest } = exchange;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return apiPromise(async () => {
    const answer = await transport.send({ ...rest, ...body });
    if (answer.status !== alsoAccepts) throwIfError(transport, answer);
    const data = parse(answer) as Data;
    await transport.validator?.check(operation, answer.status, data);
    return { data, response: infoOf(answer) };
  });
}

/** For responses that are not JSON: `read` converts the response to data. Starts the call at once. */
export function callRaw<Data>(
  transport: Transport,
  exchange: Exchange,
  read: (answer: ReadAnswer) => Data,
): ApiPromise<Data> {
  return apiPromise(async () => {
    const answer = await transport.send(exchange);
    throwIfError(transport, answer);
    return { data: read(answer), response: infoOf(answer) };
  });
}

/** Starts `begin` at once and wraps its promise. */
export function apiPromise<Data>(begin: () => Promise<WithResponse<Data>>): ApiPromise<Data> {
  const whole = begin();
  const data = whole.then((both) => both.data) as ApiPromise<Data>;
  data.withResponse = () => {
    // The caller handles the failure of `whole`; this promise must not be an unhandled rejection.
    data.catch(() => undefined);
    return whole;
  };
  return data;
}

function throwIfError(transport: Transport, answer: ReadAnswer): void {
  if (answer.status < 200 || answer.status >= 300) throw transport.apiError(answer);
}

function infoOf({ status, headers }: ReadAnswer): ResponseInfo {
  return { status, headers, requestId: headers["x-request-id"] };
}

function parse({ status, bytes }: ReadAnswer): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch (cause) {
    throw notJsonError(status, cause);
  }
}

/** The error for a 2xx whose body is not JSON. */
export const notJsonError = (status: number, cause: unknown): UnexpectedAnswerError =>
  new UnexpectedAnswerError(
    status,
    `The server responded with ${status} and a body that is not JSON. Check that the base URL is that of an Intray server.`,
    { cause },
  );
