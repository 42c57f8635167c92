/** Typed calls over the transport: JSON in, JSON out, refusals thrown. */
import { UnexpectedAnswerError } from "../errors.ts";
import type { Exchange } from "./exchange.ts";
import type { ReadAnswer } from "./refusal.ts";
import type { OperationId } from "../schemas.ts";
import type { Transport } from "./transport.ts";

/** What came with the data. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
}

/** The data, and what it came with. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A promise of the data, which can also give the answer's status and headers. */
export interface ApiPromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

interface JsonCall extends Exchange {
  readonly operation: OperationId;
  readonly json?: unknown;
  /** Beside 2xx: a status whose body is an answer too. */
  readonly alsoTakes?: number;
}

/** Starts the call at once. */
export function call<Data>(transport: Transport, exchange: JsonCall): ApiPromise<Data> {
  const { json, operation, alsoTakes, ...rest } = exchange;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return apiPromise(async () => {
    const answer = await transport.send({ ...rest, ...body });
    if (answer.status !== alsoTakes) throwRefusal(transport, answer);
    const data = parse(answer) as Data;
    await transport.validator.check(operation, answer.status, data);
    return { data, response: infoOf(answer) };
  });
}

/** For what is no JSON: `read` makes the data of the answer. Starts the call at once. */
export function callRaw<Data>(
  transport: Transport,
  exchange: Exchange,
  read: (answer: ReadAnswer) => Data,
): ApiPromise<Data> {
  return apiPromise(async () => {
    const answer = await transport.send(exchange);
    throwRefusal(transport, answer);
    return { data: read(answer), response: infoOf(answer) };
  });
}

/** Begins at once. */
export function apiPromise<Data>(begin: () => Promise<WithResponse<Data>>): ApiPromise<Data> {
  const whole = begin();
  const data = whole.then((both) => both.data) as ApiPromise<Data>;
  data.withResponse = () => {
    // Who reads the answer meets its failure there; nobody is left to meet this one.
    data.catch(() => undefined);
    return whole;
  };
  return data;
}

function throwRefusal(transport: Transport, answer: ReadAnswer): void {
  if (answer.status < 200 || answer.status >= 300) throw transport.refusal(answer);
}

function infoOf({ status, headers }: ReadAnswer): ResponseInfo {
  return { status, headers, requestId: headers["x-request-id"] };
}

function parse({ status, bytes }: ReadAnswer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw noJson(status, cause);
  }
}

/** The error for a 2xx whose body cannot be read. */
export function noJson(status: number, cause: unknown): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    status,
    `The server answered ${status} with something that is no JSON. Check that the base URL is an Intray server's.`,
    { cause },
  );
}
