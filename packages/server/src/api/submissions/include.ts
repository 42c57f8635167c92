/** Reads what a request includes in its submissions. */
import type { zGetSubmissionQuery } from "@intray/sdk/schemas";
import type { z } from "zod";
import type { Include } from "../../domain/submission/include.ts";
import { authorOf, type Caller } from "../http/caller.ts";
import { requireAccountKey } from "../http/scope.ts";

/** `undefined` for nothing. @throws AppError `forbidden` for a form key. */
export function readInclude(
  names: z.output<typeof zGetSubmissionQuery>["include"],
  caller: Caller,
): Include | undefined {
  if (names === undefined) return undefined;
  requireAccountKey(caller);
  return {
    ...(names.includes("notes") && { notesFor: authorOf(caller) }),
    replies: names.includes("replies"),
  };
}
