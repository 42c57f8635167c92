/** The flag `--include`: records that the API adds to submissions on request. */
import type { SubmissionListParams } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { unionMembers } from "./union-members.ts";

export type Includable = NonNullable<SubmissionListParams["include"]>[number];

export const INCLUDABLE = unionMembers<Includable>({ notes: true, replies: true });

export const includeFlag = Flags.string({
  helpValue: "notes,replies",
  description: "Also get the notes about each submission, the replies to it, or both.",
});

/** The parameter of the API, without repeats. Throws Failure 2 for another name. */
export function includeOf(text: string | undefined): { include?: Includable[] } {
  if (text === undefined) return {};
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !INCLUDABLE.some((one) => one === name));
  if (unknown === undefined) return { include: INCLUDABLE.filter((one) => names.includes(one)) };
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: `--include contains "${unknown}", which cannot be included.`,
    hint: `It takes ${INCLUDABLE.join(", ")}, or several separated by commas.`,
  });
}
