/** Types of all API bodies. */
import type { operations, paths } from "./generated/api.gen.ts";

export type * from "./generated/schemas.gen.ts";

/** The id of an operation in the API document. */
export type OperationId = keyof operations;
/** The paths type for `openapi-fetch` and similar clients. */
export type Paths = paths;
