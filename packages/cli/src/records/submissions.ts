/** Submissions: the flags that select them, their columns and members in lists. */
import type { SubmissionListParams, Submission } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import type { Clock } from "../clock.ts";
import { formFlag } from "../flags/flags.ts";
import { unionMembers } from "../flags/union-members.ts";
import { parseSince } from "../flags/times.ts";
import { EXIT, Failure } from "../errors/failure.ts";
import { cellOf } from "./fields.ts";
import type { Column } from "../terminal/table.ts";

/** The values of `--filter`, which are those of `filter_by` in the API. */
export const SUBMISSION_FILTERS = ["new", "spam", "trash", "all"] as const;
export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number];

type DeliveryState = NonNullable<SubmissionListParams["delivery_state"]>;
/** The values of `--delivery-state`, which are those of `delivery_state` in the API. */
const DELIVERY_STATES = unionMembers<DeliveryState>({
  none: true,
  waiting: true,
  delivered: true,
  partly: true,
  failed: true,
  withheld: true,
});

export const filterFlags = {
  form: formFlag(),
  filter: Flags.option({
    options: SUBMISSION_FILTERS,
    description:
      "new: the queue (unread, not spam, not trash); all: the inbox (not spam, not trash). Default: all.",
  })(),
  unread: Flags.boolean({
    description: "Only unread submissions; without --filter, unread spam too.",
  }),
  since: Flags.string({
    helpValue: "TIME|AGE",
    description: "Only submissions received after this: 2h, 2026-01-31 or an ISO 8601 time.",
  }),
  "delivery-state": Flags.option({
    options: DELIVERY_STATES,
    description: "Only submissions in this state of delivery, over all webhooks and e-mails.",
  })(),
  query: Flags.string({
    helpValue: "TEXT",
    description:
      'Only submissions that contain this text, or fulfill conditions: tag:vip, is:unread, has:file, from:ADDRESS, before:2026-01-31, after:2026-01-31, form:NAME, -not, "a phrase".',
  }),
};

export interface SubmissionFilterFlags {
  readonly filter?: SubmissionFilter | undefined;
  readonly unread: boolean;
  readonly since?: string | undefined;
  readonly "delivery-state"?: DeliveryState | undefined;
  readonly query?: string | undefined;
}

/** @param form Result of BaseCommand.formRef for `--form`. */
export function toListParams(
  { filter, unread, since, query, "delivery-state": deliveryState }: SubmissionFilterFlags,
  form: string | undefined,
  clock: Clock,
): SubmissionListParams {
  return {
    ...(form !== undefined && { form_id: form }),
    ...(filter !== undefined && { filter_by: filter }),
    ...(unread && { unread }),
    ...(since !== undefined && { created_after: parseSince("--since", since, clock) }),
    ...(deliveryState !== undefined && { delivery_state: deliveryState }),
    ...(query !== undefined && { query }),
  };
}

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

/** Members of a submission, for `--fields`. */
export const SUBMISSION_MEMBERS = unionMembers<keyof Submission>({
  id: true,
  uid: true,
  form_id: true,
  form: true,
  email: true,
  payload_params: true,
  form_params: true,
  read: true,
  spam: true,
  trash: true,
  seen_at: true,
  answered_at: true,
  spam_reason: true,
  spam_findings: true,
  source_url: true,
  source_host: true,
  source_path: true,
  source_fragment: true,
  source_query: true,
  ip: true,
  referrer: true,
  user_agent: true,
  geocoded_country: true,
  geocoded_region: true,
  geocoded_city: true,
  attachments: true,
  tags: true,
  lead_agent: true,
  claim: true,
  claim_count: true,
  webhook_sent_at: true,
  delivery_state: true,
  created_at: true,
  updated_at: true,
  notes: true,
  replies: true,
});

export const submissionColumns: readonly Column<Submission>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "form", kind: "text", value: ({ form }) => form.name },
  { name: "received", kind: "time", value: ({ created_at }) => created_at },
  { name: "state", value: describeState },
  { name: "email", kind: "text", value: ({ email }) => email },
  { name: "fields", kind: "text", value: describeFields },
];

/** The state of a submission in one word: trash, spam, read or new. */
export function describeState({ trash, spam, read }: Submission): string {
  if (trash) return "trash";
  if (spam) return "spam";
  return read ? "read" : "new";
}

function describeFields({ form_params }: Submission): string {
  return form_params.map(({ name, value }) => `${name}=${cellOf(value)}`).join(" ");
}
