// Compares a soak's ledger with the server, once everything works again and every delivery has ended.
import { createHash } from "node:crypto";
import { type Ledger, type Receipt } from "./ledger.ts";
import { pause } from "./server.ts";

export interface StoredSubmission {
  readonly id: number;
  readonly token: string;
  readonly file: string | undefined;
}

interface ListedSubmission {
  readonly id: number;
  readonly payload_params: { readonly token?: string };
  readonly attachments: readonly { readonly attachment_proxy_url: string }[];
}

type Get = <Answer>(path: string) => Promise<Answer>;

const MAX_NAMED = 5;
/** Files whose content is compared. */
const MAX_FILES = 100;

/** Every submission of the form, whatever its state. */
export async function listAll(get: Get, formId: number): Promise<readonly StoredSubmission[]> {
  const all: StoredSubmission[] = [];
  for (const filter of ["all", "spam", "trash"]) {
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: {
        readonly submissions: readonly ListedSubmission[];
        readonly meta: { readonly next_cursor: string | null };
      } = await get(
        `/submissions?form_id=${formId}&filter_by=${filter}&per_page=100&cursor=${encodeURIComponent(cursor)}`,
      );
      for (const { id, payload_params, attachments } of page.submissions) {
        all.push({
          id,
          token: payload_params.token ?? "",
          file: attachments[0]?.attachment_proxy_url,
        });
      }
      cursor = page.meta.next_cursor;
    }
  }
  return all;
}

/** Waits until no delivery is open. @returns Those that are still open after `patienceMs`, as sentences. */
export async function untilDelivered(
  get: Get,
  formId: number,
  patienceMs: number,
): Promise<readonly string[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const open: string[] = [];
    for (const state of ["queued", "retrying", "delivering"]) {
      const page = await get<{ readonly webhook_logs: readonly OpenDelivery[] }>(
        `/webhook_logs?form_id=${formId}&state=${state}&per_page=${MAX_NAMED}`,
      );
      open.push(...page.webhook_logs.map((entry) => `open for too long: ${JSON.stringify(entry)}`));
    }
    if (open.length === 0 || performance.now() > until) return open;
    await pause(500);
  }
}

interface OpenDelivery {
  readonly id: number;
  readonly state: string;
}

/** Sentences about what is missing, doubled or invented; empty if every promise was kept. */
export function findBroken(ledger: Ledger, submissions: readonly StoredSubmission[]): string[] {
  const broken = [...ledger.broken];
  const note = (what: string, items: readonly unknown[]) => {
    if (items.length === 0) return;
    broken.push(`${items.length} ${what}: ${items.slice(0, MAX_NAMED).join(", ")}`);
  };
  const byToken = Map.groupBy(submissions, ({ token }) => token);
  const stored = [...ledger.stored];
  const ids = new Set(submissions.map(({ id }) => id));

  note(
    "answered posts are missing",
    stored.filter(([token]) => !byToken.has(token)),
  );
  note(
    "answered posts have another id",
    stored.filter(([token, id]) => byToken.get(token)?.every((one) => one.id !== id)),
  );
  note(
    "stored submissions were never posted",
    submissions.filter(({ token }) => !ledger.posted.has(token)).map(({ id }) => id),
  );
  note(
    "posts were stored twice",
    [...byToken].filter(([, same]) => same.length > 1).map(([token]) => token),
  );
  note(
    "submissions were not announced as events",
    [...ids].filter((id) => !ledger.announced.has(id)),
  );
  note(
    "submissions were passed over by the ascending walk",
    [...ids].filter((id) => !ledger.walked.has(id)),
  );
  for (const [name, receipts] of ledger.received) {
    const arrived = new Set(receipts.map(({ token }) => token));
    note(
      `submissions never reached ${name}`,
      [...byToken.keys()].filter((token) => !arrived.has(token)),
    );
    note(
      `requests to ${name} were of no stored submission`,
      receipts.filter(({ token }) => !byToken.has(token)).map(({ token }) => token),
    );
    note(`ids of messages to ${name} had two contents`, doubleContents(receipts));
  }
  return broken;
}

function doubleContents(receipts: readonly Receipt[]): string[] {
  const byId = Map.groupBy(receipts, ({ webhookId }) => webhookId);
  return [...byId]
    .filter(([, same]) => new Set(same.map(({ body }) => body)).size > 1)
    .map(([id]) => id);
}

/** Sentences about uploaded files whose content is not what was posted. */
export async function findWrongFiles(
  ledger: Ledger,
  submissions: readonly StoredSubmission[],
  read: (url: string) => Promise<Uint8Array>,
): Promise<string[]> {
  const wrong: string[] = [];
  const uploads = submissions.filter(({ token }) => ledger.files.has(token)).slice(-MAX_FILES);
  for (const { token, file } of uploads) {
    const content = file === undefined ? new Uint8Array() : await read(file);
    const sha256 = createHash("sha256").update(content).digest("hex");
    if (sha256 !== ledger.files.get(token))
      wrong.push(`the file of ${token} is not what was posted`);
  }
  return wrong;
}
