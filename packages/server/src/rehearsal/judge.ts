/** Judges a stored submission by settings as intake judges a post, as far as what is stored says enough. */
import type { Rehearsal } from "@intray/sdk/schemas";
import type { FormSettings, SpamChecks } from "../domain/form.ts";
import { checkFields, compileRules } from "../domain/fields/check-fields.ts";
import { compileRouting, route } from "../domain/routing/routing.ts";
import { type Finding, parseFindings, spamScoreOf } from "../domain/submission/finding.ts";
import { locationFromJson } from "../domain/submission/geo-location.ts";
import { withLeadDefaults } from "../domain/submission/lead.ts";
import { emailOf, type Fields } from "../domain/submission/submission.ts";
import { isAllowedHost, originHost } from "../intake/allowed-origin.ts";
import { problemsIn } from "../intake/rules/broken-rules.ts";
import { ownHosts } from "../intake/source.ts";
import { TEXTS } from "../intake/texts.ts";
import { newLead } from "../leads/new-lead.ts";
import { checksOf } from "../spam/checks.ts";
import type { Classifier } from "../spam/classifiers.ts";
import { runChecks, verdictOf, withoutGuess } from "../spam/verdict.ts";
import type { StoredDestination } from "../store/forms/form-lookup.ts";
import type { RehearsedRow } from "../store/submissions/rehearsed-rows.ts";

/** Settings of a form and its destinations, compiled. */
export type Side = ReturnType<typeof compileSide>;

export const compileSide = (form: FormSettings, destinations: readonly StoredDestination[]) => ({
  form,
  destinations: destinations.filter(
    ({ enabled, takes_submissions }) => enabled === 1 && takes_submissions === 1,
  ),
  rules: compileRules(form.fields, form),
  routing: compileRouting(form.rules, destinations),
});

/** What posts are judged by beside the settings of their form. */
export interface Surroundings {
  readonly classifier: Classifier | undefined;
  readonly usesPrior: boolean;
  readonly hasLeadModel: boolean;
  /** The origin of this server, whose own pages may post to every form. */
  readonly ownOrigin: string;
  /** Whether the change can affect spam checks. If not, what they found is taken as it is stored. */
  readonly runsChecks: boolean;
}

type Rejection = Omit<Rehearsal["rejections"][number], "id">;

export interface Judgment {
  /** `undefined` if it is stored. */
  readonly rejection: Rejection | undefined;
  /** What happens with it, such as {@link SPAM} and {@link sentTo}. */
  readonly outcomes: ReadonlySet<string>;
}

export const REJECTED = "rejected";
export const SPAM = "spam";
export const TAG = "tag ";
export const sentTo = (destination: number) => `sent to ${destination}`;

/** Checks whose findings cannot be repeated: they need the request, other posts, or another service. */
export const NOT_REPEATED = [
  "honeypot",
  "rate",
  "too_fast",
  "script",
  "repeated_text",
  "akismet",
  "mail_domain",
] as const satisfies readonly (keyof SpamChecks)[];

/** A submission as it is judged. */
export type Post = Omit<RehearsedRow, "fields"> & { readonly fields: Fields };

export function judge(row: Post, side: Side, around: Surroundings): Judgment {
  const { form, rules, routing, destinations } = side;
  const { fields } = row;
  const broken = rules === null ? [] : checkFields(rules, fields, row.files).broken;
  const [problem] = problemsIn(TEXTS.en.rules, broken.slice(0, 1));
  const rejection =
    originRejection(row, form, around) ??
    (problem && ({ reason: "rule", field: problem.field, message: problem.message } as const));
  if (rejection !== undefined) return { rejection, outcomes: new Set([REJECTED]) };
  const email = emailOf(fields, { email_field: form.email_field, rules: form.fields });
  const judged = verdictOf(findingsIn({ ...row, email }, form, around));
  const files = row.files.length;
  const location = locationFromJson(row.geocoded);
  const lead =
    judged.kind === "spam"
      ? null
      : newLead(withLeadDefaults(form.lead_scoring), around.hasLeadModel, () => {
          return { ...row, form_name: form.name, email, files, location };
        });
  const spam_score = spamScoreOf(judged.findings);
  const lead_score = lead?.score ?? null;
  const asked = { ...row, email, spam_score, lead_score, files, tags: [], language: null };
  const routed = routing === null ? undefined : route(routing, asked);
  const { findings = [], decisions, tags = [] } = routed ?? {};
  const isSpam = verdictOf([...judged.findings, ...findings]).kind === "spam";
  const receivers = destinations.filter(
    ({ id, purpose, trigger_when_spam }) =>
      (trigger_when_spam === 1 || !isSpam) &&
      (purpose !== "reply" || email !== null) &&
      decisions?.skip.includes(id) !== true,
  );
  const outcomes = [
    ...(isSpam ? [SPAM] : []),
    ...receivers.map(({ id }) => sentTo(id)),
    ...tags.map((tag) => TAG + tag),
  ];
  return { rejection, outcomes: new Set(outcomes) };
}

/** The page that posted, or `null` if that is not known. */
export const pageOf = ({ referrer, source_url }: Post): string | null => referrer ?? source_url;

/** A submission that does not name its page is taken as accepted. */
function originRejection(
  post: Post,
  { allowed_domains }: FormSettings,
  { ownOrigin }: Surroundings,
): Rejection | undefined {
  const page = pageOf(post) ?? "";
  const host = originHost(page, undefined);
  if (host === null || isAllowedHost(host, allowed_domains)) return undefined;
  if (new URL(page).origin === ownOrigin) return undefined;
  const message = `This form does not accept posts from ${host}.`;
  return { reason: "origin", field: null, message };
}

/** What the spam checks of these settings find: run again on the text, and else as it is stored. */
function findingsIn(
  row: Post,
  form: FormSettings,
  { classifier, usesPrior, runsChecks }: Surroundings,
): readonly Finding[] {
  // What a user has marked, or a rule said, is none of the checks.
  const stored = (parseFindings(row.spam_findings) ?? []).filter(
    ({ check }) => check !== "marked" && check !== "rule",
  );
  if (!runsChecks) return stored;
  const kept = stored.filter(({ check }) => isKept(check, form));
  const found = runChecks(
    {
      fields: row.fields,
      email: row.email,
      honeypot: null,
      started: null,
      isOverRate: false,
      files: row.files.length,
      now: row.created_at,
      classifier,
      usesPrior,
      hasCaptcha: form.captcha !== null,
      ownHosts: ownHosts(form, row),
      pageLanguage: null,
      acceptLanguage: undefined,
      isRepeatedText: false,
    },
    checksOf(form),
  );
  const isKnown = classifier === undefined && Boolean(row.has_reply);
  const all = [...found, ...kept];
  return (isKnown ? withoutGuess(all) : undefined) ?? all;
}

function isKept(check: string, form: FormSettings): boolean {
  if (check === "captcha") return form.captcha !== null;
  if (check === "duplicate") return form.duplicate_filter;
  return NOT_REPEATED.some((name) => name === check && form.spam_checks[name]);
}
