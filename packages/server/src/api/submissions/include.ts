/** Reads what a request includes in its submissions, and what is masked in them. */
import type { zGetSubmissionQuery } from "@intray/sdk/schemas";
import type { z } from "zod";
import type { Include } from "../../domain/submission/include.ts";
import { authorOf, type Caller } from "../http/caller.ts";
import { isMasked } from "../http/masks.ts";
import { requireAccountKey } from "../http/scope.ts";

/** @throws AppError `forbidden` for a form key. */
export function readInclude(
  names: z.output<typeof zGetSubmissionQuery>["include"],
  caller: Caller,
): Include | undefined {
  const masked = isMasked(caller) ? { masksPeople: true } : undefined;
  if (names === undefined) return masked;
  requireAccountKey(caller);
  return {
    ...masked,
    ...(names.includes("notes") && { notesFor: authorOf(caller) }),
    replies: names.includes("replies"),
  };
}
