/** Schema of the stored state of an export. */
import { z } from "zod";

export const stateSchema = z.object({
  binding: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
  plan: z.object({
    query: z.record(z.string(), z.unknown()),
    lastId: z.number().nullable(),
    total: z.number(),
  }),
  position: z.object({
    next: z.union([z.object({ cursor: z.string() }), z.object({ page: z.number() })]).nullable(),
    afterId: z.number(),
  }),
  count: z.number(),
  lastCreatedAt: z.string().nullable(),
  shape: z
    .object({
      columns: z.array(z.string()),
      stretches: z.array(z.object({ from: z.number(), cells: z.number() })),
      bytes: z.number(),
    })
    .optional(),
  bytes: z.number(),
});
