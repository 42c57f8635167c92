/** A request to an operation of the API by its id in openapi.yaml. */
export type Json = Readonly<Record<string, unknown>>;
/** `at` replaces the parameter in the operation's path; the default is an id that does not exist. */
export type Sent = { readonly at?: number | string; readonly query?: string; readonly json?: Json };
export interface Init extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}
export type OperationRequest = readonly [operationId: string, sent: Sent, init?: Init];
