/** Compares the unread submissions on the server with a ledger: why each is not handled yet. */
import type { Intray, SubmissionClaim } from "@intray/sdk";
import { isShard, QUEUE_FILTERS, unreadQuery, type QueueItem, type Shard } from "@intray/sdk/queue";
import { readKnown, type LedgerStatus } from "../ledger/ledger-report.ts";
import type { CheckResult } from "./doctor-command.ts";

const PER_PAGE = 100;
/** The number of oldest submissions that are compared. */
const MAX_SUBMISSIONS = 1_000;

const KINDS = ["new", "waiting", "retry", "running", "unmarked", "dead", "unreadAgain"] as const;
type Kind = (typeof KINDS)[number];

const DESCRIPTIONS: Readonly<Record<Kind, string>> = {
  new: "new to this queue",
  waiting: "waiting for the first attempt",
  retry: "scheduled for a retry",
  running: "being handled now",
  unmarked: "done, but not marked read yet",
  dead: "dead",
  unreadAgain: "marked unread again",
};
const KIND_OF_DEAD = { left: "dead", owed: "unmarked", done: "unreadAgain" } as const;

/** The list on the server that a queue handles. */
export interface UnreadList {
  /** One form; `undefined` for all forms that the key can access. */
  readonly formId: number | undefined;
  readonly shard: Shard | undefined;
}

/** The list for a ledger's scope; `undefined` when the key cannot access it. */
export function listOfScope(scope: string, keyScope: string): UnreadList | undefined {
  const [base = "", part] = scope.split("/");
  const [, index, count] = /^(\d+)of(\d+)$/.exec(part ?? "") ?? [];
  const shard = index === undefined ? undefined : { index: Number(index), count: Number(count) };
  if (base === keyScope) return { formId: undefined, shard };
  const [, form] = /^form:(\d+)$/.exec(base) ?? [];
  // a Form API key cannot access another form
  return form === undefined || keyScope.startsWith("form:")
    ? undefined
    : { formId: Number(form), shard };
}

export interface UnreadOptions {
  readonly client: Intray;
  readonly list: UnreadList;
  readonly command: (name: string) => string;
}

/** Counts the unread submissions by state. Throws the SDK's error when a request fails. */
export async function checkUnread(
  { path, identity, counts }: LedgerStatus,
  { client, list: { formId, shard }, command }: UnreadOptions,
): Promise<CheckResult> {
  const filter = QUEUE_FILTERS.find((name) => name === identity.filter) ?? "new";
  const pages = client.submissions
    .list({
      ...unreadQuery(filter),
      ...(formId !== undefined && { form_id: formId }),
      order_by: "date_asc",
      per_page: PER_PAGE,
    })
    .pages();
  const tally = new Map<Kind, number>();
  const claims: SubmissionClaim[] = [];
  let [total, compared, mine] = [0, 0, 0];
  for await (const { submissions, meta } of pages) {
    total = meta.count;
    compared += submissions.length;
    const ours = submissions.filter(({ id }) => shard === undefined || isShard(shard, id));
    mine += ours.length;
    const known = readKnown(
      path,
      ours.map(({ id }) => id),
    );
    for (const { id, claim } of ours) {
      const kind = kindOf(known.get(id));
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
      if (claim !== undefined) claims.push(claim);
    }
    if (compared >= MAX_SUBMISSIONS) break;
  }
  const isComplete = compared >= total;
  const waitingHere = (counts.seen ?? 0) + (counts.retry ?? 0);
  const left = waitingHere - (tally.get("waiting") ?? 0) - (tally.get("retry") ?? 0);
  const sentences = [
    countSentence(isComplete, mine, total, tally),
    ...leaseSentences(claims),
    ...(isComplete && left > 0
      ? [`${left} waiting here are no longer unread on the server; the next run drops them.`]
      : []),
  ];
  const message = sentences.join(" ");
  const deadThere = claims.filter(({ state }) => state === "dead").length;
  if (deadThere > (tally.get("dead") ?? 0)) {
    return {
      state: "warning",
      message,
      hint: `Runs with --claim skip submissions that are dead on the server, maybe because of another machine; intray submissions mark ID --unread puts one back in the queue.`,
    };
  }
  const unhandled = (tally.get("new") ?? 0) + (tally.get("unreadAgain") ?? 0);
  return {
    state: "ok",
    message,
    ...(unhandled > 0 && { hint: `${command("run")} -- CMD handles them.` }),
  };
}

function kindOf(item: QueueItem | undefined): Kind {
  if (item === undefined) return "new";
  const { state } = item;
  switch (state.kind) {
    case "seen":
      return "waiting";
    case "retry":
    case "running":
      return state.kind;
    case "handled":
      return "unmarked";
    case "acked":
    case "gone":
      return "unreadAgain";
    case "dead":
      return KIND_OF_DEAD[state.mark.kind];
  }
}

function countSentence(
  isComplete: boolean,
  mine: number,
  total: number,
  tally: ReadonlyMap<Kind, number>,
): string {
  if (mine === 0 && isComplete) return "Nothing is unread on the server.";
  const parts = KINDS.filter((kind) => tally.has(kind)).map(
    (kind) => `${tally.get(kind)} ${DESCRIPTIONS[kind]}`,
  );
  const of = isComplete
    ? `${mine} unread on the server`
    : `${total.toLocaleString("en")} unread on the server; of the oldest ${MAX_SUBMISSIONS.toLocaleString("en")}`;
  return `${of}: ${parts.join(", ")}.`;
}

function leaseSentences(claims: readonly SubmissionClaim[]): string[] {
  const leased = claims.filter(({ state }) => state === "leased");
  if (leased.length === 0) return [];
  const consumers = [...new Set(leased.map(({ consumer }) => consumer ?? "unnamed"))];
  const until = leased
    .map(({ until: at }) => at ?? "")
    .toSorted()
    .at(-1);
  return [
    `${leased.length} leased to ${consumers.join(", ")} until ${until} at the latest; a run without --claim would handle them too.`,
  ];
}
