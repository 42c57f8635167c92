/** Re-fires webhooks: submissions to their webhooks again, or the deliveries of a filter now. */
import type {
  BulkRefireResult,
  Intray,
  DeliverySend,
  DeliverySendCounts,
  DeliverySendResult,
  SendingProgress,
} from "@intray/sdk";
import { systemPause } from "../clock.ts";
import { EXIT, Failure } from "../errors/failure.ts";
import { describeProblem } from "../errors/problem.ts";

/** Maximum number of submissions in one bulk request, from openapi.yaml. */
const BULK_SIZE = 1_000;

/** Which submissions, and to which webhooks; without `webhook_ids` to every enabled one of the form. */
export interface Refire {
  readonly ids: readonly number[];
  readonly webhook_ids: readonly number[] | undefined;
}

type RefiredSubmission = BulkRefireResult["results"][number];

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

export interface SentDeliveries {
  /** How many were sent, or would be. */
  readonly count: number;
  readonly counts: DeliverySendCounts;
  /** `since` of the requests for progress and to stop; `null` if there was no batch. */
  readonly started_at: string | null;
}

/** Members of {@link DeliverySendCounts} in the order in which they are printed, with their words. */
const LEFT_OUT = {
  due: "already due",
  delivering: "in progress",
  delivered: "delivered before",
  left_out: "not sendable",
} as const satisfies Partial<Record<keyof DeliverySendCounts, string>>;

const NOTHING: SentDeliveries = {
  count: 0,
  counts: { waiting: 0, due: 0, delivering: 0, failed: 0, delivered: 0, left_out: 0 },
  started_at: null,
};

/**
 * Sends, or with `dry_run` counts, all batches of each filter.
 *
 * @param onBatch Called with the number of deliveries of each batch.
 */
export async function sendDeliveries(
  client: Intray,
  filters: readonly DeliverySend[],
  onBatch: (count: number) => void = () => undefined,
): Promise<SentDeliveries> {
  let sent = NOTHING;
  for (const filter of filters) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const which = cursor === undefined ? filter : { ...filter, cursor };
      const batch: DeliverySendResult = await client.deliveries.send(which);
      sent = addBatch(sent, batch);
      onBatch(batch.count);
      cursor = batch.next_cursor;
    }
  }
  return sent;
}

const addBatch = (sent: SentDeliveries, { count, counts, started_at }: DeliverySendResult) => ({
  count: sent.count + count,
  counts: {
    waiting: sent.counts.waiting + counts.waiting,
    due: sent.counts.due + counts.due,
    delivering: sent.counts.delivering + counts.delivering,
    failed: sent.counts.failed + counts.failed,
    delivered: sent.counts.delivered + counts.delivered,
    left_out: sent.counts.left_out + counts.left_out,
  },
  started_at: sent.started_at ?? started_at,
});

/** Such as "390 deliveries (left out: 3 delivered before)". */
export function describeSendable(
  { count, counts }: SentDeliveries,
  { includesDelivered }: { readonly includesDelivered: boolean },
): string {
  const what = `${count.toLocaleString("en")} ${count === 1 ? "delivery" : "deliveries"}`;
  const notes = Object.entries(LEFT_OUT).flatMap(([name, words]) => {
    const n = counts[name as keyof typeof LEFT_OUT];
    const isSent = name === "delivered" && includesDelivered;
    return n === 0 || isSent ? [] : [`${n.toLocaleString("en")} ${words}`];
  });
  return notes.length === 0 ? what : `${what} (left out: ${notes.join(", ")})`;
}

export const countMatched = ({ counts }: SentDeliveries): number =>
  Object.values(counts).reduce((all, n) => all + n, 0);

/** How often {@link waitForAttempts} asks. */
const WAIT_MS = 1_000;

/** Waits until nothing of the filters is due or in progress; the numbers of deliveries since then. */
export async function waitForAttempts(
  client: Intray,
  { started_at }: SentDeliveries,
  filters: readonly DeliverySend[],
): Promise<Omit<SendingProgress, "due" | "delivering">> {
  const sum = { delivered: 0, failed: 0, waiting: 0 };
  for (const { form_id, destination_id } of started_at === null ? [] : filters) {
    const which = {
      kind: "webhook" as const,
      since: started_at ?? "",
      ...(form_id !== undefined && { form_id }),
      ...(destination_id !== undefined && { destination_id }),
    };
    let progress = await client.deliveries.progress(which);
    while (progress.due + progress.delivering > 0) {
      await systemPause(WAIT_MS, new AbortController().signal);
      progress = await client.deliveries.progress(which);
    }
    sum.delivered += progress.delivered;
    sum.failed += progress.failed;
    sum.waiting += progress.waiting;
  }
  return sum;
}

/** The command that takes back what was not attempted yet. It names a webhook only if there is just one. */
export function howToStop(
  { started_at }: SentDeliveries,
  filters: readonly DeliverySend[],
): string {
  const [{ form_id, destination_id } = {}, ...others] = filters;
  const form = form_id === undefined ? [] : ["--form", String(form_id)];
  const destination =
    destination_id === undefined || others.length > 0 ? [] : ["--webhook", String(destination_id)];
  const command = ["intray webhooks refire --stop --since", started_at, ...form, ...destination];
  return `To take back what was not attempted yet: ${command.join(" ")}.`;
}
