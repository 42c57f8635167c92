/** What is unread on the server, against what a ledger knows of it: why each is not handled yet. */
import type { Intray, SubmissionClaim } from "@intray/sdk";
import { isShard, QUEUE_FILTERS, unreadQuery } from "@intray/sdk/queue";
import type { QueueItem, Shard } from "@intray/sdk/queue";
import { readKnown } from "../ledger/ledger-report.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import type { CheckResult } from "./finding.ts";

const PER_PAGE = 100;
/** So many of the oldest are looked at one by one. */
const MAX = 1_000;

const KINDS = ["fresh", "waiting", "retry", "running", "owed", "dead", "again"] as const;
type Kind = (typeof KINDS)[number];

const WORDS: Readonly<Record<Kind, string>> = {
  fresh: "new to this queue",
  waiting: "waiting for their first try",
  retry: "put off after a failure",
  running: "in a handler now",
  owed: "done with, and not marked yet",
  dead: "given up",
  again: "marked unread again",
};
const KIND_OF_DEAD = { left: "dead", owed: "owed", done: "again" } as const;

/** Which list of the server the ledger's queue is. */
export interface UnreadList {
  /** One form; `undefined` for all that the key reaches. */
  readonly formId: number | undefined;
  readonly shard: Shard | undefined;
}

/** The list behind a ledger's scope; `undefined` where this key does not see it. */
export function listOfScope(scope: string, keyScope: string): UnreadList | undefined {
  const [base = "", part] = scope.split("/");
  const [, index, count] = /^(\d+)of(\d+)$/.exec(part ?? "") ?? [];
  const shard = index === undefined ? undefined : { index: Number(index), count: Number(count) };
  if (base === keyScope) return { formId: undefined, shard };
  const [, form] = /^form:(\d+)$/.exec(base) ?? [];
  // A Form API key reaches no other form.
  return form === undefined || keyScope.startsWith("form:")
    ? undefined
    : { formId: Number(form), shard };
}

export interface UnreadOptions {
  readonly client: Intray;
  readonly list: UnreadList;
  readonly command: (name: string) => string;
}

/** @throws the SDK's error when the server does not say. */
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
  let [total, looked, mine] = [0, 0, 0];
  for await (const { submissions, meta } of pages) {
    total = meta.count;
    looked += submissions.length;
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
    if (looked >= MAX) break;
  }
  const isWhole = looked >= total;
  const waitingHere = (counts.seen ?? 0) + (counts.retry ?? 0);
  const left = waitingHere - (tally.get("waiting") ?? 0) - (tally.get("retry") ?? 0);
  const sentences = [
    countSentence(isWhole, mine, total, tally),
    ...leaseSentences(claims),
    ...(isWhole && left > 0
      ? [`${left} that wait here are not unread there any more; the next run lets them go.`]
      : []),
  ];
  const message = sentences.join(" ");
  const deadThere = claims.filter(({ state }) => state === "dead").length;
  if (deadThere > (tally.get("dead") ?? 0)) {
    return {
      state: "warning",
      message,
      hint: `Runs with --claim pass over what was given up on the server, maybe by another machine; intray submissions mark ID --unread brings it back.`,
    };
  }
  const fresh = (tally.get("fresh") ?? 0) + (tally.get("again") ?? 0);
  return {
    state: "ok",
    message,
    ...(fresh > 0 && { hint: `${command("run")} -- CMD takes up what is new.` }),
  };
}

function kindOf(item: QueueItem | undefined): Kind {
  if (item === undefined) return "fresh";
  const { state } = item;
  switch (state.kind) {
    case "seen":
      return "waiting";
    case "retry":
    case "running":
      return state.kind;
    case "handled":
      return "owed";
    case "acked":
    case "gone":
      return "again";
    case "dead":
      return KIND_OF_DEAD[state.mark.kind];
  }
}

function countSentence(
  isWhole: boolean,
  mine: number,
  total: number,
  tally: ReadonlyMap<Kind, number>,
): string {
  if (mine === 0 && isWhole) return "Nothing is unread on the server.";
  const parts = KINDS.filter((kind) => tally.has(kind)).map(
    (kind) => `${tally.get(kind)} ${WORDS[kind]}`,
  );
  const of = isWhole
    ? `${mine} unread on the server`
    : `${total.toLocaleString("en")} unread on the server; of the oldest ${MAX.toLocaleString("en")}`;
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
    `${leased.length} leased to ${consumers.join(", ")} until ${until} at the latest, which a run without --claim would handle as well.`,
  ];
}
