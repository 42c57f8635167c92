/**
 * Notices when pages send other fields than the rules of their form have. It counts in memory, from the start of the
 * process on, so that a post costs no query.
 */

/** A field without a rule. */
export interface StrangeField {
  readonly name: string;
  /** Posts that had it. A lower bound if the form gets more names than are counted. */
  readonly posts: number;
}

export type FieldDrift = ReturnType<typeof createFieldDrift>;

const MAX_FORMS = 1_000;
const MAX_NAMES = 20;
/** The rest of a longer name is not shown. */
const MAX_NAME_CHARACTERS = 200;

export function createFieldDrift() {
  const forms = new Map<number, Map<string, number>>();
  const countsOf = (formId: number): Map<string, number> => {
    const known = forms.get(formId);
    if (known !== undefined) return known;
    const [oldest] = forms.keys();
    if (forms.size >= MAX_FORMS && oldest !== undefined) forms.delete(oldest);
    const counts = new Map<string, number>();
    forms.set(formId, counts);
    return counts;
  };
  return {
    /** Counts a post of the form. @param names Of its fields without a rule. */
    note(formId: number, names: Iterable<string>) {
      const counts = countsOf(formId);
      for (const name of names) count(counts, name.slice(0, MAX_NAME_CHARACTERS));
    },
    /** The most frequent first. */
    of: (formId: number) =>
      [...(forms.get(formId) ?? [])]
        .map(([name, posts]) => ({ name, posts }))
        .toSorted((one, other) => other.posts - one.posts),
  };
}

/** Random names of bots displace each other, but not names that pages send often. */
function count(names: Map<string, number>, name: string): void {
  const before = names.get(name);
  if (before === undefined && names.size >= MAX_NAMES) {
    const [rarest] = [...names].reduce((one, other) => (other[1] < one[1] ? other : one));
    names.delete(rarest);
  }
  names.set(name, (before ?? 0) + 1);
}
