/** Submissions: the flags that select them, and their columns in lists. */
import type { Intray, Submission, SubmissionListParams } from "@intray/sdk";
import { describeState } from "@intray/sdk/columns";
import { listParameters } from "@intray/sdk/records";
import * as Flags from "@oclif/core/flags";
import { systemClock } from "../clock.ts";
import { usageFailure } from "../errors/failure.ts";
import { formFlag } from "../flags/flags.ts";
import { flagsOf, memberFlags, membersOf } from "../flags/member-flags.ts";
import { parseSince } from "../flags/times.ts";
import type { Column } from "../terminal/table.ts";
import { MAX_PER_PAGE } from "../flags/list-flags.ts";
import { cellOf, requireFields, type ChosenColumn } from "./fields.ts";

/** The values of `--filter`, which are those of `filter_by` in the API. */
export const SUBMISSION_FILTERS = listParameters.listSubmissions.filter_by.values;
export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number];

const submissionFilters = {
  form: { member: "form_id", flag: formFlag() },
  filter: {
    member: "filter_by",
    flag: Flags.option({
      options: SUBMISSION_FILTERS,
      description:
        "new: the queue (unread, not spam, not trash); all: the inbox (not spam, not trash); any: everything, also spam and trash. Default: all.",
    })(),
  },
  ...memberFlags(listParameters.listSubmissions, {
    since: {
      member: "created_after",
      helpValue: "TIME|AGE",
      description: "Only submissions received after this: 2h, 2026-01-31 or an ISO 8601 time.",
      read: (text) => parseSince("--since", text, systemClock),
    },
    "delivery-state": {
      member: "delivery_state",
      description: "Only submissions in this state of delivery, over all webhooks and e-mails.",
    },
    query: {
      member: "query",
      helpValue: "TEXT",
      description:
        'Only submissions that contain this text, or fulfill conditions: tag:vip, is:unread, has:file, from:ADDRESS, before:2026-01-31, after:2026-01-31, form:NAME, -not, "a phrase".',
    },
  }),
};

export const filterFlags = flagsOf(submissionFilters);

/** The parameters of the flags. @param form Result of BaseCommand.formRef for `--form`. */
export const toListParams = (flags: Readonly<Record<string, unknown>>, form: string | undefined) =>
  membersOf<SubmissionListParams>(submissionFilters, { ...flags, form });

export type Includable = NonNullable<SubmissionListParams["include"]>[number];

export const INCLUDABLE = listParameters.listSubmissions.include.items.values;

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
  throw usageFailure(
    `--include contains "${unknown}", which cannot be included.`,
    `It takes ${INCLUDABLE.join(", ")}, or several separated by commas.`,
  );
}

export const submissionColumns: readonly Column<Submission>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "form", kind: "text", value: ({ form }) => form.name },
  { name: "received", kind: "time", value: ({ created_at }) => created_at },
  { name: "state", value: describeState },
  { name: "email", kind: "text", value: ({ email }) => email },
  { name: "fields", kind: "text", value: describeFields },
];

/** Throws Failure 2 for a column that is a field of none of the newest submissions. Asks only if one is a field. */
export async function requireKnownFields(
  client: Intray,
  query: SubmissionListParams,
  columns: readonly ChosenColumn<Submission>[] = [],
): Promise<void> {
  if (!columns.some(({ isField }) => isField)) return;
  const { submissions } = await client.submissions.list({ ...query, per_page: MAX_PER_PAGE });
  requireFields(columns, submissions);
}

function describeFields({ form_params }: Submission): string {
  return form_params.map(({ name, value }) => `${name}=${cellOf(value)}`).join(" ");
}
