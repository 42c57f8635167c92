/** Typed calls over the transport: JSON in, JSON out, refusals thrown. */
import { UnexpectedAnswerError } from "./errors.ts";
import type { ReadAnswer } from "./refusal.ts";
import type { Exchange, Transport } from "./transport.ts";

/** What came with the data. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
}

export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A promise of the data, which can also give the answer's status and headers. */
export interface ApiPromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

/** Starts the call at once. */
export function call<Data>(
  transport: Transport,
  exchange: Omit<Exchange, "body"> & { readonly json?: unknown },
): ApiPromise<Data> {
  const { json, ...rest } = exchange;
  const whole = transport
    .send(json === undefined ? rest : { ...rest, body: JSON.stringify(json) })
    .then((answer) => read<Data>(transport, answer));
  const data = whole.then((both) => both.data) as ApiPromise<Data>;
  data.withResponse = () => {
    // Who reads the answer meets its failure there; nobody is left to meet this one.
    data.catch(() => undefined);
    return whole;
  };
  return data;
}

function read<Data>(transport: Transport, answer: ReadAnswer): WithResponse<Data> {
  const { status, headers, bytes } = answer;
  if (status < 200 || status >= 300) throw transport.refusal(answer);
  try {
    const data = JSON.parse(bytes.toString("utf8")) as Data;
    return { data, response: { status, headers, requestId: headers["x-request-id"] } };
  } catch (cause) {
    throw new UnexpectedAnswerError(
      status,
      `The server answered ${status} with something that is no JSON. Check that the base URL is an Intray server's.`,
      { cause },
    );
  }
}
