/** A part of the client, which calls operations of the API by their ids. */
import type { operations as documented } from "./generated/api.gen.ts";
import { operations } from "./generated/operations.gen.ts";
import type { Path } from "./http/address.ts";
import type { Exchange } from "./http/exchange.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";
import type { ByForm, CallOptions, ChangeOptions, QueryValue } from "./options.ts";
import { type AnyPage, type PagePromise, type PageQuery, paginate } from "./paginate.ts";
import type { OperationId } from "./api-types.ts";

const OPERATIONS = new Map(operations.map((one) => [one.id, one]));
const API = "/api/v1/";

/** The call of an operation: its path parameter and its body, if it has them, and options. */
export type OperationCall<Id extends OperationId> = (
  ...args: [...PathArguments<Id>, ...BodyArguments<Id>, options?: OptionsOf<Id>]
) => ApiPromise<JsonOf<Id>>;

/** The call of a list: its path parameter, if it has one, its query, and options. */
export type ListCall<Id extends OperationId, Item> = (
  ...args: [...PathArguments<Id>, params?: QueryOf<Id>, options?: CallOptions]
) => PagePromise<JsonOf<Id>, Item>;

/** Query parameters of an operation; forms are named by id or uuid. */
export type QueryOf<Id extends OperationId> = WithForm<
  NonNullable<documented[Id]["parameters"]["query"]>
>;

/** The JSON of an operation's response. */
export type JsonOf<Id extends OperationId> =
  documented[Id]["responses"] extends Record<200, { content: { "application/json": infer Body } }>
    ? Body
    : documented[Id]["responses"] extends Record<
          201,
          { content: { "application/json": infer Body } }
        >
      ? Body
      : never;

type WithForm<Query> = Query extends { form_id?: string } ? ByForm<Query> : Query;
type PathArguments<Id extends OperationId> = documented[Id]["parameters"] extends {
  path: infer Parameters;
}
  ? [id: Parameters[keyof Parameters] extends string ? number | string : number]
  : [];
type BodyArguments<Id extends OperationId> = documented[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? [input: Body]
  : [];
type HeadersOf<Id extends OperationId> = NonNullable<documented[Id]["parameters"]["header"]>;
// In brackets, since `keyof never` has every name.
type OptionsOf<Id extends OperationId> = [HeadersOf<Id>] extends [never]
  ? CallOptions
  : "If-Match" extends keyof HeadersOf<Id>
    ? ChangeOptions
    : CallOptions;

/** Parts of a request that the OpenAPI document does not describe for its operation. */
interface Sent extends Omit<Exchange, "method" | "path"> {
  readonly at?: number | string;
  readonly json?: unknown;
  /** A status whose body is data too, in addition to 2xx. */
  readonly alsoAccepts?: number;
}

/** A part of the client. */
export class Resource {
  protected readonly transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Sends an operation. The key is left out if the operation needs none. */
  protected call<Id extends OperationId>(id: Id, { at, ...sent }: Sent): ApiPromise<JsonOf<Id>> {
    const { method, path, scope } = findOperation(id);
    return call(this.transport, {
      operation: id,
      method,
      path: fillPath(path, at),
      ...(scope === "none" && { bearer: null }),
      ...sent,
    });
  }

  /** Declares a method that sends an operation. */
  protected operation<Id extends OperationId>(id: Id): OperationCall<Id> {
    const { path, hasBody } = findOperation(id);
    const hasPlace = path.includes("{");
    return (...args: readonly unknown[]) => {
      const rest = [...args];
      const at = hasPlace ? { at: rest.shift() as number | string } : {};
      const body = hasBody ? { json: rest.shift() } : {};
      return this.call(id, { ...at, ...body, ...(rest[0] as CallOptions | undefined) });
    };
  }

  /** Declares a method that lists records. Its first request is sent when the list is awaited or iterated. */
  protected listOperation<Id extends OperationId, Item>(
    id: Id,
    itemsOf: (page: JsonOf<Id> & AnyPage) => readonly Item[],
  ): ListCall<Id, Item> {
    const hasPlace = findOperation(id).path.includes("{");
    return (...args: readonly unknown[]) => {
      const rest = [...args];
      const at = hasPlace ? { at: rest.shift() as number | string } : {};
      const [params = {}, options] = rest as [ListQuery?, CallOptions?];
      return paginate(
        (query: ListQuery) =>
          this.call(id, { ...at, query, ...options }) as ApiPromise<JsonOf<Id> & AnyPage>,
        itemsOf,
        params,
      );
    };
  }
}

type ListQuery = PageQuery & Readonly<Record<string, QueryValue>>;

function findOperation(id: OperationId) {
  const found = OPERATIONS.get(id);
  if (found === undefined) throw new Error(`The API document has no operation ${id}.`);
  return found;
}

/** The path of the document with the parameter in place of the braces. */
function fillPath(path: string, at: number | string | undefined): Path {
  const isInApi = path.startsWith(API);
  const segments = path
    .slice(isInApi ? API.length : 1)
    .split("/")
    .map((part) => (part.startsWith("{") ? (at ?? "") : part));
  return isInApi ? segments : { outsideApi: segments };
}
