/** Flags that select submissions, and the API query for them. */
import type { SubmissionListParams } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import type { Clock } from "../clock.ts";
import { formFlag } from "./flags.ts";
import { unionMembers } from "./union-members.ts";
import { parseSince } from "./since.ts";

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
