/** Options of a client on Node. */
import type { Dispatcher } from "undici";
import type { AnswerProblem } from "./errors.ts";
import type { ClientOptions } from "./options.ts";
import type { OperationId } from "./api-types.ts";

/** Options of a client. `CallOptions` override the limits for one call. */
export interface IntrayOptions extends ClientOptions {
  /** An undici dispatcher, which the client never closes. Default: the client creates its own. */
  readonly dispatcher?: Dispatcher;
  /**
   * URL of an http or https proxy for all requests; `null` for none. Default: HTTP_PROXY, HTTPS_PROXY and
   * NO_PROXY of the environment, which do not apply to localhost. A dispatcher has a proxy of its own.
   */
  readonly proxy?: string | null;
  /** PEM certificates of authorities to trust too. NODE_EXTRA_CA_CERTS names a file for all of Node. */
  readonly ca?: string;
  /**
   * Whether responses are validated against the API document: `off` (the default) does not validate,
   * `warn` calls `onInvalidAnswer`, `strict` makes the call fail.
   */
  readonly validation?: ValidationMode;
  /** With `warn`: called once per kind of problem, not once per response. */
  readonly onInvalidAnswer?: (answer: InvalidAnswer) => void;
}

/** See `IntrayOptions`. */
export type ValidationMode = "off" | "warn" | "strict";

/** A response that does not match the API document. */
export interface InvalidAnswer {
  readonly operation: OperationId;
  /** The first problem of its kind. */
  readonly problem: AnswerProblem;
}
