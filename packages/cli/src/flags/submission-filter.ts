/** The flags that say which submissions, and the query they stand for. */
import type { SubmissionListParams } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import type { Clock } from "../clock.ts";
import { formFlag } from "./flags.ts";
import { parseSince } from "./since.ts";

export const filterFlags = {
  form: formFlag(),
  filter: Flags.option({
    options: ["new", "spam", "trash", "all"] as const,
    description: "new = unread and no spam; all = neither spam nor trash (when not given).",
  })(),
  unread: Flags.boolean({ description: "Only what has not been marked read." }),
  since: Flags.string({
    helpValue: "TIME|AGE",
    description: "Only what came later: 2h, 2026-01-31 or a whole time.",
  }),
  query: Flags.string({ helpValue: "TEXT", description: "Only with this text in a field." }),
};

export interface FilterFlags {
  readonly filter?: "new" | "spam" | "trash" | "all" | undefined;
  readonly unread: boolean;
  readonly since?: string | undefined;
  readonly query?: string | undefined;
}

/** @param form What BaseCommand.formRef made of `--form`. */
export function toListParams(
  { filter, unread, since, query }: FilterFlags,
  form: string | undefined,
  clock: Clock,
): SubmissionListParams {
  return {
    ...(form !== undefined && { form_id: form }),
    ...(filter !== undefined && { filter_by: filter }),
    ...(unread && { unread }),
    ...(since !== undefined && { created_after: parseSince("--since", since, clock) }),
    ...(query !== undefined && { query }),
  };
}
