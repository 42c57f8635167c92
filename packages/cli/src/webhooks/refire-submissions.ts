/** Sends submissions to their webhooks again, or finds out which webhooks would get them. */
import type { BulkRefireResult, Intray } from "@intray/sdk";
import { EXIT, Failure } from "../errors/failure.ts";
import { describeProblem } from "../errors/problem.ts";

/** Maximum number of submissions in one bulk request, from openapi.yaml. */
const BULK_SIZE = 1_000;

/** Which submissions, and to which webhooks; without `webhook_ids` to every enabled one of the form. */
export interface Refire {
  readonly ids: readonly number[];
  readonly webhook_ids: readonly number[] | undefined;
}

export type RefiredSubmission = BulkRefireResult["results"][number];

/** What a re-fire would do. */
export interface RefirePreview {
  readonly dry_run: true;
  /** Deliveries that would be queued. */
  readonly count: number;
  readonly results: readonly {
    readonly submission_id: number;
    readonly status: RefiredSubmission["status"];
    readonly webhook_ids: readonly number[];
  }[];
}

/**
 * Queues the submissions, a thousand in each request.
 *
 * @throws Failure 5 if the server is too old to choose webhooks: it has used every enabled one.
 */
export async function refireSubmissions(
  client: Intray,
  { ids, webhook_ids }: Refire,
  onBatch: (count: number) => void,
): Promise<RefiredSubmission[]> {
  const results: RefiredSubmission[] = [];
  for (let from = 0; from < ids.length; from += BULK_SIZE) {
    const batch = ids.slice(from, from + BULK_SIZE);
    const which = webhook_ids === undefined ? {} : { webhook_ids };
    const answer = await client.submissions.refireWebhooksBulk(batch, which);
    results.push(...answer.results);
    const sentTo = answer.results.flatMap(({ deliveries }) =>
      deliveries.map(({ webhook_id }) => webhook_id),
    );
    if (webhook_ids !== undefined && sentTo.some((id) => !webhook_ids.includes(id))) {
      throw new Failure({
        exit: EXIT.rejected,
        code: "not_supported",
        message: `The server does not know --webhook with ids of submissions: it has sent them to every enabled webhook.`,
        hint: "Update the server, or select deliveries: intray webhooks refire --webhook ID --state exhausted.",
      });
    }
    onBatch(batch.length);
  }
  return results;
}

/** Looks the submissions and their webhooks up, and sends nothing. */
export async function previewRefire(
  client: Intray,
  { ids, webhook_ids }: Refire,
): Promise<RefirePreview> {
  const ofForms = new Map<number, Promise<readonly number[]>>();
  const webhooksOf = (form: number) => {
    const known = ofForms.get(form) ?? enabledWebhooks(client, form);
    ofForms.set(form, known);
    return known;
  };
  const results: RefirePreview["results"][number][] = [];
  for (const submission_id of ids) {
    const form = await formOf(client, submission_id, ids.length === 1);
    if (form === undefined) {
      results.push({ submission_id, status: "not_found", webhook_ids: [] });
      continue;
    }
    const enabled = await webhooksOf(form);
    const chosen = enabled.filter((id) => webhook_ids?.includes(id) ?? true);
    const status = chosen.length === 0 ? "no_webhooks" : "queued";
    results.push({ submission_id, status, webhook_ids: chosen });
  }
  const count = results.reduce((sum, one) => sum + one.webhook_ids.length, 0);
  return { dry_run: true, count, results };
}

/** The form of a submission; `undefined` if it does not exist and is one of several. */
async function formOf(client: Intray, id: number, isSingle: boolean): Promise<number | undefined> {
  try {
    return (await client.submissions.get(id)).form_id;
  } catch (error) {
    if (isSingle || describeProblem(error).exit !== EXIT.notFound) throw error;
    return undefined;
  }
}

async function enabledWebhooks(client: Intray, form: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const { id, enabled } of client.webhooks.list({ form_id: form })) {
    if (enabled) ids.push(id);
  }
  return ids;
}
