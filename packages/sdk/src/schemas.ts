/** Types of all API bodies, and their zod schemas as `z…`. Loads no HTTP code. */
import type { operations, paths } from "./generated/api.gen.ts";

export type * from "./generated/schemas.gen.ts";
export * from "./generated/zod.gen.ts";

/** The id of an operation in the API document. */
export type OperationId = keyof operations;
/** The paths type for `openapi-fetch` and similar clients. */
export type Paths = paths;
