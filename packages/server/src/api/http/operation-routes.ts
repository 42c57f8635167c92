/** The operations of openapi.yaml as routes of Hono. */
import { operations } from "@intray/sdk/operations";

/** The operations under `base`, with Hono path patterns relative to it; for `""` those outside of the API. */
export const operationsUnder = (base: "" | "/api/v1") =>
  operations
    .filter(({ path }) => path.startsWith(`${base}/`) && (base !== "" || !path.startsWith("/api/")))
    .map((operation) => ({
      ...operation,
      path: operation.path.slice(base.length).replaceAll(/\{(\w+)\}/g, ":$1"),
    }));

export type RoutedOperation = ReturnType<typeof operationsUnder>[number];
