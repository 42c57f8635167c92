/** The flags that say what a person has access to. */
import * as Flags from "@oclif/core/flags";
import type { InferredFlags } from "@oclif/core/interfaces";
import { records } from "@intray/sdk/records";
import { usageFailure } from "../errors/failure.ts";
import { repeatable } from "./flags.ts";

export const accessFlags = {
  role: Flags.option({
    options: records.Member.role.values,
    description: "What the person may do.",
  })(),
  name: Flags.string({
    helpValue: "TEXT",
    description: "What others read instead of the address.",
  }),
  project: Flags.string({
    ...repeatable,
    helpValue: "ID",
    description: "Only this project; may be repeated. all: every project.",
  }),
};

/** The members of a request. @throws Failure 2 for a project that is neither an id nor `all`. */
export const accessOf = ({ role, name, project }: InferredFlags<typeof accessFlags>) => ({
  ...(role !== undefined && { role }),
  ...(name !== undefined && { name }),
  ...(project !== undefined && { project_ids: projectIds(project) }),
});

function projectIds(words: readonly string[]): number[] | null {
  if (words.includes("all")) return null;
  return words.map((word) => {
    if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
    throw usageFailure(
      `"${word}" is not the id of a project.`,
      "intray projects list shows the ids. Write all for every project.",
    );
  });
}
