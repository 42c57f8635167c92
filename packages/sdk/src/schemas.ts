/** Types of all API bodies, and their zod schemas as `z…`. Loads no HTTP code. */
export type * from "./api-types.ts";
export * from "./generated/zod.gen.ts";
