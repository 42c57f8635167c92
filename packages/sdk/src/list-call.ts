/** A list operation of the API: requests its pages and takes the items out of them. */
import type { Path } from "./http/address.ts";
import { call } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";
import type { CallOptions, QueryValue } from "./options.ts";
import { type AnyPage, type PagePromise, type PageQuery, paginate } from "./paginate.ts";
import type { OperationId } from "./schemas.ts";

interface ListOperation<Page, Item> {
  readonly operation: OperationId;
  readonly path: Path;
  readonly itemsOf: (page: Page) => readonly Item[];
}

/** Returns the list. The first request is sent when it is awaited or iterated. */
export function callList<
  Page extends AnyPage,
  Item,
  Query extends PageQuery & { readonly [Name in keyof Query]: QueryValue },
>(
  transport: Transport,
  { operation, path, itemsOf }: ListOperation<Page, Item>,
  params: Query,
  options: CallOptions,
): PagePromise<Page, Item> {
  return paginate(
    (query) => call<Page>(transport, { operation, method: "GET", path, query, ...options }),
    itemsOf,
    params,
  );
}
