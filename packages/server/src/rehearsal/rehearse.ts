/** Rehearses a change of settings: what it would have done with the submissions of the last days. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Rehearsal, RehearsedChange } from "@intray/sdk/schemas";
import { kindOfAddress } from "../domain/delivery/destination.ts";
import { AppError } from "../domain/errors.ts";
import type { FormSettings } from "../domain/form.ts";
import type { Fields } from "../domain/submission/submission.ts";
import { type Clock, msBetween } from "../platform/clock.ts";
import { isoTime } from "../platform/iso-time.ts";
import type { Classifiers } from "../spam/classifiers.ts";
import type { StoredDestination } from "../store/forms/form-lookup.ts";
import { HOUR_MS, type RejectedPosts } from "../store/statistics/rejected-posts.ts";
import type { Store } from "../store/store.ts";
import { summarize } from "./summary.ts";
import {
  compileSide,
  judge,
  type Judgment,
  NOT_REPEATED,
  pageOf,
  REJECTED,
  sentTo,
  type Side,
  SPAM,
  TAG,
} from "./judge.ts";

export interface RehearsedForm {
  readonly account_id: number;
  readonly id: number;
  readonly uuid: string;
  readonly days: number;
  readonly before: FormSettings;
  readonly after: FormSettings;
  readonly destinations: readonly StoredDestination[];
  /** The destinations after the change. */
  readonly changedDestinations: readonly StoredDestination[];
}

export interface RehearsalParts {
  readonly store: Pick<Store, "reads" | "findForm">;
  readonly classifiers: Pick<Classifiers, "of">;
  readonly clock: Clock;
  readonly hasLeadModel: boolean;
  readonly publicUrl: () => string;
}

const MAX_JUDGED = 10_000;
const MAX_IDS = 100;
/** Rows of one read, and about how many characters of fields it may return. */
const MAX_SLICE_ROWS = 250;
const SLICE_CHARACTERS = 250_000;
/** After so long, other requests have their turn. */
const TURN_MS = 6;
const DAY_MS = 86_400_000;

/** The returned function throws AppError `rate_limited` while another rehearsal of the account is running. */
export function createRehearsals(parts: RehearsalParts) {
  const running = new Set<number>();
  return async (form: RehearsedForm, signal: AbortSignal): Promise<Rehearsal> => {
    const { account_id } = form;
    if (running.has(account_id)) {
      throw new AppError(
        "rate_limited",
        "Another rehearsal of this account is running. Try again in a few seconds.",
        { headers: { "Retry-After": "2" } },
      );
    }
    running.add(account_id);
    try {
      return await rehearse(form, parts, signal);
    } finally {
      running.delete(account_id);
    }
  };
}

async function rehearse(
  form: RehearsedForm,
  { store, classifiers, clock, hasLeadModel, publicUrl }: RehearsalParts,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const since = clock.now() - form.days * DAY_MS;
  const before = compileSide(form.before, form.destinations);
  const after = compileSide(form.after, form.changedDestinations);
  const isChanged = changesOf(form);
  const around = {
    classifier: classifiers.of(form.account_id),
    usesPrior: (await store.findForm(form.uuid))?.spam_prior === 1,
    hasLeadModel,
    ownOrigin: new URL(publicUrl()).origin,
    runsChecks: SPAM_SETTINGS.some(isChanged),
  };
  const counts = countChanges(before, after);
  let judged = 0;
  let isComplete = true;
  let withoutPage = 0;
  let turnBegan = clock.monotonic();
  const rows = rowsSince(since, { account_id: form.account_id, form_id: form.id }, store, signal);
  for await (const row of rows) {
    if (judged === MAX_JUDGED) {
      isComplete = false;
      break;
    }
    judged += 1;
    const post = { ...row, fields: JSON.parse(row.fields) as Fields };
    if (pageOf(post) === null) withoutPage += 1;
    counts.add(post.id, judge(post, before, around), judge(post, after, around));
    if (msBetween(turnBegan, clock.monotonic()) > TURN_MS) {
      await nextTurn();
      signal.throwIfAborted();
      turnBegan = clock.monotonic();
    }
  }
  const fromHour = Math.floor(since / HOUR_MS);
  const toHour = Math.floor(clock.now() / HOUR_MS);
  const rejected = await store.reads.formRejectedPosts({ form_id: form.id, fromHour, toHour });
  const found = { judged, complete: isComplete, ...counts.result() };
  return {
    since: isoTime(since),
    ...found,
    summary: summarize(found, form.days),
    not_judged: notJudged(form, rejected, withoutPage),
  };
}

/** Reads slice by slice, so that other reads can run in between. */
async function* rowsSince(
  since: number,
  of: { readonly account_id: number; readonly form_id: number },
  { reads }: Pick<Store, "reads">,
  signal: AbortSignal,
) {
  let after_id: number | undefined;
  let limit = MAX_SLICE_ROWS / 10;
  for (;;) {
    signal.throwIfAborted();
    const rows = await reads.rehearsedRows({ ...of, after_id, limit });
    for (const row of rows) {
      if (row.created_at < since) return;
      // What was imported was no post.
      if (row.imported_from === null) yield row;
    }
    if (rows.length === 0) return;
    after_id = rows.at(-1)?.id;
    const characters = rows.reduce((sum, { fields }) => sum + fields.length, 1);
    const fitting = Math.floor((SLICE_CHARACTERS * rows.length) / characters);
    limit = Math.min(MAX_SLICE_ROWS, Math.max(1, fitting));
  }
}

type Change = { -readonly [Name in keyof RehearsedChange]: RehearsedChange[Name] };

const noChange = (): Change => ({
  gained: { count: 0, ids: [] },
  lost: { count: 0, ids: [] },
  stays: 0,
});

function note(change: Change, id: number, isBefore: boolean, isAfter: boolean): void {
  if (isBefore && isAfter) change.stays += 1;
  if (isBefore === isAfter) return;
  const side = change[isAfter ? "gained" : "lost"];
  side.count += 1;
  if (side.ids.length < MAX_IDS) side.ids.push(id);
}

/** Counts, for each outcome of either side, the submissions that have it before and after. */
function countChanges(before: Side, after: Side) {
  const changes = new Map<string, Change>();
  const rejections: Rehearsal["rejections"] = [];
  const changeOf = (outcome: string) => {
    const change = changes.get(outcome) ?? noChange();
    changes.set(outcome, change);
    return change;
  };
  return {
    add(id: number, was: Judgment, is: Judgment) {
      for (const outcome of new Set([...was.outcomes, ...is.outcomes])) {
        note(changeOf(outcome), id, was.outcomes.has(outcome), is.outcomes.has(outcome));
      }
      if (was.rejection === undefined && is.rejection && rejections.length < MAX_IDS) {
        rejections.push({ id, ...is.rejection });
      }
    },
    result() {
      const all = [...before.destinations, ...after.destinations];
      const destinations = new Map(all.map((one) => [one.id, one]));
      return {
        destinations: [...destinations.values()].map(({ id, name, address }) => {
          const isWebhook = kindOfAddress(address) !== "email";
          return { form_webhook_id: isWebhook ? id : null, name, ...changeOf(sentTo(id)) };
        }),
        spam: changeOf(SPAM),
        rejected: changeOf(REJECTED),
        rejections,
        tags: [...changes].flatMap(([outcome, change]) =>
          outcome.startsWith(TAG) && change.gained.count + change.lost.count > 0
            ? [{ tag: outcome.slice(TAG.length), ...change }]
            : [],
        ),
      };
    },
  };
}

const changesOf =
  ({ before, after }: Pick<RehearsedForm, "before" | "after">) =>
  (name: keyof FormSettings) =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);

/** Spam checks depend on them. */
const SPAM_SETTINGS = [
  "spam_checks",
  "blocked_domains",
  "content_blacklist",
  "captcha",
  "allowed_domains",
] as const satisfies readonly (keyof FormSettings)[];

/** Their effect is not judged: it depends on what is not stored of a post, or on destinations that do not exist yet. */
const NOT_REHEARSED = [
  "honeypot_field",
  "origin_service",
  "archived",
  "notification_emails",
  "notification_cc_emails",
  "notification_bcc_emails",
  "notify_people",
  "notification_schedule",
  "autoreply",
  "data_receipt_email",
] as const satisfies readonly (keyof FormSettings)[];

function notJudged(
  { before, after, changedDestinations }: RehearsedForm,
  rejected: readonly RejectedPosts[],
  withoutPage: number,
): Rehearsal["not_judged"] {
  const isChanged = changesOf({ before, after });
  const found: Rehearsal["not_judged"] = [];
  const add = (member: string, message: string) => found.push({ member, message });
  const checks = NOT_REPEATED.filter(
    (name) => after.spam_checks[name] && !before.spam_checks[name],
  );
  const others = (["captcha", "duplicate_filter"] as const).filter(
    (name) => isChanged(name) && after[name],
  );
  for (const member of [...checks.map((name) => `spam_checks.${name}`), ...others]) {
    add(member, "What this check would have found is not known.");
  }
  for (const name of NOT_REHEARSED) {
    if (isChanged(name)) add(name, "What a change of this setting would have done is not known.");
  }
  const filters = JSON.stringify([after.rules, changedDestinations.map(({ filter }) => filter)]);
  if (filters.includes('"language":')) {
    add("language", "The language that a page asks for is not stored: it counts as missing.");
  }
  if (isChanged("allowed_domains") && after.allowed_domains.length > 0 && withoutPage > 0) {
    const message = `Submissions that do not say which page they are from: ${withoutPage}. They count as accepted.`;
    add("allowed_domains", message);
  }
  for (const [setting, reason, because] of REJECTED_BY) {
    const count = rejected.reduce((sum, one) => sum + (one.reason === reason ? one.count : 0), 0);
    if (!isChanged(setting) || count === 0) continue;
    const message = `Posts that were rejected because of ${because}: ${count}. Only the names of their fields are stored, so it is not known which of them would be accepted.`;
    add("rejected_posts", message);
  }
  return found;
}

const REJECTED_BY = [
  ["allowed_domains", "origin", "their origin"],
  ["fields", "rule", "field rules"],
] as const;
