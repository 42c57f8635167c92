/**
 * Notices when pages send other fields than the rules of their form have, and when posts break the rules. It counts in
 * memory, from the start of the process on, so that a post costs no query.
 */

/** A field without a rule. */
export interface StrangeField {
  readonly name: string;
  /** Posts that had it. A lower bound if the form gets more names than are counted. */
  readonly posts: number;
}

export interface Drift {
  /** The most frequent first. */
  readonly fields: readonly StrangeField[];
  /** Posts that broke a rule. */
  readonly rejected: number;
  /** Wall time of the last one; `null` without any. */
  readonly lastRejectedAt: number | null;
}

export interface FieldDrift {
  /** Counts a post of the form. @param names Of its fields without a rule. */
  note(formId: number, names: Iterable<string>, rejectedAt?: number): void;
  of(formId: number): Drift;
}

const MAX_FORMS = 1_000;
const MAX_NAMES = 20;
/** The rest of a longer name is not shown. */
const MAX_NAME_CHARACTERS = 200;

interface Counts {
  readonly names: Map<string, number>;
  rejected: number;
  lastRejectedAt: number | null;
}

export function createFieldDrift(): FieldDrift {
  const forms = new Map<number, Counts>();
  const countsOf = (formId: number): Counts => {
    const known = forms.get(formId);
    if (known !== undefined) return known;
    const [oldest] = forms.keys();
    if (forms.size >= MAX_FORMS && oldest !== undefined) forms.delete(oldest);
    const counts: Counts = { names: new Map(), rejected: 0, lastRejectedAt: null };
    forms.set(formId, counts);
    return counts;
  };
  return {
    note(formId, names, rejectedAt) {
      const counts = countsOf(formId);
      for (const name of names) count(counts.names, name.slice(0, MAX_NAME_CHARACTERS));
      if (rejectedAt === undefined) return;
      counts.rejected += 1;
      counts.lastRejectedAt = rejectedAt;
    },
    of(formId) {
      const { names, rejected, lastRejectedAt } = forms.get(formId) ?? NOTHING;
      const fields = [...names]
        .map(([name, posts]) => ({ name, posts }))
        .toSorted((one, other) => other.posts - one.posts);
      return { fields, rejected, lastRejectedAt };
    },
  };
}

const NOTHING: Counts = { names: new Map(), rejected: 0, lastRejectedAt: null };

/** Random names of bots displace each other, but not names that pages send often. */
function count(names: Map<string, number>, name: string): void {
  const before = names.get(name);
  if (before === undefined && names.size >= MAX_NAMES) {
    const [rarest] = [...names].reduce((one, other) => (other[1] < one[1] ? other : one));
    names.delete(rarest);
  }
  names.set(name, (before ?? 0) + 1);
}
