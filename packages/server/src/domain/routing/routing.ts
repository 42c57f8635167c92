/** Decides for a post what the rules of its form do, and which destinations do not get it. */
import { createHash } from "node:crypto";
import { MAILTO, type DestinationPurpose, type RecipientRole } from "../delivery/destination.ts";
import type { Finding } from "../submission/finding.ts";
import { changeTags } from "../submission/tags.ts";
import {
  type Clause,
  compileFilter,
  failingClause,
  rememberNormals,
  type Filter,
  type FilteredPost,
  inWords,
} from "./filter.ts";
import { ANSWER, type FormRule, PEOPLE } from "./form-rules.ts";

/** A destination of the form. */
export interface RoutedDestination {
  readonly id: number;
  readonly name: string;
  /** As {@link SendingDestination} has it. */
  readonly address: string;
  readonly purpose: DestinationPurpose;
  readonly recipient_role: RecipientRole | null;
  /** `null` if everything goes there. */
  readonly filter: Filter | null;
}

interface CompiledRule extends FormRule {
  readonly clauses: readonly Clause[];
  /** Ids of the destinations that its actions skip. */
  readonly skipped: readonly number[];
}

export interface Routing {
  /** Says whether decisions were made by the same rules and filters. */
  readonly version: string;
  readonly rules: readonly CompiledRule[];
  readonly filtered: readonly (RoutedDestination & { readonly clauses: readonly Clause[] })[];
}

/** What was decided, as the submission keeps it. Numbers of clauses are as of {@link failingClause}. */
export interface Decisions {
  readonly version: string;
  /** Of each rule; those after one that stopped are missing. */
  readonly rules: readonly number[];
  /** Of each destination with a filter. */
  readonly filters: readonly (readonly [id: number, failing: number])[];
  /** Ids of the destinations that get nothing. */
  readonly skip: readonly number[];
}

export interface Routed {
  readonly tags: readonly string[];
  readonly assignee_id: number | null;
  readonly findings: readonly Finding[];
  readonly decisions: Decisions;
}

/**
 * Compiles rules and filters; `null` without any. They were checked when they were saved: what cannot be read any more
 * neither does anything nor holds back anything.
 */
export function compileRouting(
  rules: readonly FormRule[],
  destinations: readonly RoutedDestination[],
): Routing | null {
  const filters = destinations.filter(({ filter }) => filter !== null);
  if (rules.length === 0 && filters.length === 0) return null;
  const given = [rules, filters.map(({ id, filter }) => [id, filter])];
  return {
    version: createHash("sha256").update(JSON.stringify(given)).digest("base64url").slice(0, 8),
    rules: rules.map((rule) => ({
      ...rule,
      clauses: compileStored(rule.when) ?? [NEVER],
      skipped: rule.then
        .flatMap(({ skip = [] }) => skip)
        .flatMap((one) => idsOf(one, destinations)),
    })),
    filtered: filters.map((one) => ({ ...one, clauses: compileStored(one.filter ?? {}) ?? [] })),
  };
}

const NEVER: Clause = { words: "its condition can be read", holds: () => false };

function compileStored(filter: Filter): readonly Clause[] | undefined {
  try {
    return compileFilter(filter, "filter");
  } catch {
    return undefined;
  }
}

const idsOf = (named: number | string, destinations: readonly RoutedDestination[]) =>
  destinations
    .filter(({ id, address, purpose, recipient_role }) =>
      named === ANSWER
        ? purpose === "reply"
        : named === PEOPLE
          ? recipient_role === PEOPLE
          : typeof named === "number"
            ? id === named
            : address.toLowerCase() === `${MAILTO}${named}`.toLowerCase(),
    )
    .map(({ id }) => id);

/** Applies the rules in their order, and then the filters. */
export function route({ version, rules, filtered }: Routing, post: FilteredPost): Routed {
  const asked = { ...post, normal: rememberNormals() };
  let assignee_id: number | null = null;
  const findings: Finding[] = [];
  const skip = new Set<number>();
  const failures: number[] = [];
  for (const { name, clauses, then, skipped, stop } of rules) {
    const failing = failingClause(clauses, asked);
    failures.push(failing);
    if (failing !== -1) continue;
    for (const { tag, assign, spam } of then) {
      if (tag !== undefined) asked.tags = changeTags(asked.tags, { add_tags: [tag] });
      if (assign !== undefined) assignee_id = assign;
      if (spam === true) {
        findings.push({ check: "rule", weight: 1, sentence: `The rule "${name}" says so.` });
      }
    }
    for (const id of skipped) skip.add(id);
    if (stop === true) break;
  }
  const filters = filtered.map(({ id, clauses }) => [id, failingClause(clauses, asked)] as const);
  for (const [id, failing] of filters) if (failing !== -1) skip.add(id);
  return {
    tags: asked.tags,
    assignee_id,
    findings,
    decisions: { version, rules: failures, filters, skip: [...skip] },
  };
}

/** What was decided about a rule or a destination, for people. */
export interface Explanation {
  readonly kind: "rule" | "destination";
  readonly name: string;
  /** Whether the rule was applied, or the destination gets the submission. */
  readonly applies: boolean;
  readonly because: string;
}

/** Explains decisions by the rules that made them; `undefined` if those have changed since. */
export function explain(
  { version, rules, filters, skip }: Decisions,
  routing: Routing | null,
  destinations: readonly RoutedDestination[],
): readonly Explanation[] | undefined {
  if (routing?.version !== version) return undefined;
  const failures = new Map(filters);
  const ofRules = routing.rules.map(({ name, clauses }, n): Explanation => {
    const because =
      reason(clauses, rules[n]) ??
      `The rule "${routing.rules[rules.length - 1]?.name}" before it stops.`;
    return { kind: "rule", name, applies: rules[n] === -1, because };
  });
  const ofDestinations = destinations.flatMap(({ id, name }): readonly Explanation[] => {
    const clauses = routing.filtered.find((one) => one.id === id)?.clauses;
    const rule = routing.rules.find((one, n) => rules[n] === -1 && one.skipped.includes(id));
    if (clauses === undefined && rule === undefined) return [];
    const because =
      rule === undefined
        ? reason(clauses ?? [], failures.get(id))
        : `The rule "${rule.name}" skips it.`;
    return [{ kind: "destination", name, applies: !skip.includes(id), because: because ?? "" }];
  });
  return [...ofRules, ...ofDestinations];
}

function reason(clauses: readonly Clause[], failing: number | undefined): string | undefined {
  if (failing === undefined) return undefined;
  const clause = clauses[failing];
  if (clause !== undefined) return `This does not hold: ${clause.words}.`;
  return clauses.length === 0 ? "It has no condition." : `This holds: ${inWords(clauses)}.`;
}
