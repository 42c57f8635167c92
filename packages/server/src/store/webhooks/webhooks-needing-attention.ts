/** Webhooks that need attention: disabled by the server, failing, or with overdue deliveries. */
import { sql } from "kysely";
import type { AccountScope } from "../engine/paging.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { IS_FORM_WEBHOOK } from "../destinations/kinds-in-sql.ts";
import { formWebhooks } from "./webhook-rows.ts";

export interface WebhookNeedingAttention {
  readonly id: number;
  readonly name: string;
  /** What people know its form by. */
  readonly form: string;
  readonly enabled: Flag;
  readonly disabled_reason: string | null;
  /** Time of the first failure since the last success; `null` if there is none. */
  readonly failing_since: number | null;
  /** Queued deliveries. */
  readonly waiting: number;
}

/** Webhooks that the server disabled, then those that have failed since their last success, the longest first. */
export const webhooksNeedingAttention = async (
  db: Db,
  { account_id, limit, ...scope }: AccountScope & { readonly limit: number },
): Promise<readonly WebhookNeedingAttention[]> =>
  formWebhooks(db)
    .select(["id", "name", "enabled", "disabled_reason", "failing_since"])
    .select(
      sql<string>`(select ${FORM_LABEL} from form where form.id = webhook.form_id)`.as("form"),
    )
    .select(
      sql<number>`(select count(*) from delivery
        where state = 'queued' and delivery.webhook_id = webhook.id)`.as("waiting"),
    )
    .where("account_id", "=", account_id)
    .where(ofForms("form_id", scope))
    .where((is) =>
      is.or([
        is.and([is("enabled", "=", 0), is("disabled_reason", "in", ["gone", "failing"])]),
        is.and([is("enabled", "=", 1), is("failing_since", "is not", null)]),
      ]),
    )
    .orderBy("enabled")
    .orderBy("failing_since")
    .orderBy("id")
    .limit(limit)
    .execute();

export interface OldestDue {
  readonly webhook_id: number;
  readonly name: string;
  /** When it was or will be due. */
  readonly due_at: number;
}

/** The earliest due time among the queued deliveries of enabled webhooks; one index probe a webhook. */
export async function oldestDue(
  db: Db,
  { account_id, ...scope }: AccountScope,
): Promise<OldestDue | undefined> {
  const { rows } = await sql<OldestDue>`
    select webhook_id, name, due_at from (
      select webhook.id as webhook_id, webhook.name, (
        select min(next_attempt_at) from delivery
        where state = 'queued' and delivery.webhook_id = webhook.id) as due_at
      from webhook where webhook.account_id = ${account_id} and webhook.enabled = 1
        and ${IS_FORM_WEBHOOK} and ${ofForms("form_id", scope)}
    ) as waiting
    where due_at is not null order by due_at limit 1`.execute(db);
  return rows[0];
}
