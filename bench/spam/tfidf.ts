// TF-IDF over word 1-2-grams and character 3-5-grams, with the semantics of scikit-learn's TfidfVectorizer.

/** Features of a text and their values, which have the length 1. */
export interface SparseVector {
  readonly ids: Int32Array;
  readonly values: Float64Array;
}

export interface Vectorizer {
  readonly size: number;
  vectorOf(text: string): SparseVector;
}

/** Learns vocabulary and weights from `texts`. Other features of a text are left out. */
export function fitVectorizer(texts: readonly string[]): Vectorizer {
  const parts = [fit(texts, wordGrams), fit(texts, characterGrams)];
  return {
    size: parts.reduce((sum, { size }) => sum + size, 0),
    vectorOf(text) {
      const ids: number[] = [];
      const values: number[] = [];
      let offset = 0;
      for (const part of parts) {
        for (const [id, value] of part.valuesOf(text)) {
          ids.push(offset + id);
          values.push(value);
        }
        offset += part.size;
      }
      return { ids: Int32Array.from(ids), values: Float64Array.from(values) };
    },
  };
}

/** `lowercase`, `smooth_idf` and `norm="l2"`, without `sublinear_tf`: the defaults. */
function fit(texts: readonly string[], gramsOf: (text: string) => Iterable<string>) {
  const found = new Map<string, { readonly id: number; documents: number }>();
  for (const text of texts) {
    for (const gram of new Set(gramsOf(text.toLowerCase()))) {
      const known = found.get(gram);
      if (known === undefined) found.set(gram, { id: found.size, documents: 1 });
      else known.documents += 1;
    }
  }
  return {
    size: found.size,
    valuesOf(text: string): ReadonlyMap<number, number> {
      const values = new Map<number, number>();
      for (const gram of gramsOf(text.toLowerCase())) {
        const known = found.get(gram);
        if (known === undefined) continue;
        const idf = Math.log((1 + texts.length) / (1 + known.documents)) + 1;
        values.set(known.id, (values.get(known.id) ?? 0) + idf);
      }
      const length = Math.hypot(...values.values());
      return new Map([...values].map(([id, value]) => [id, value / length]));
    },
  };
}

/** `ngram_range=(1, 2)` and the default `token_pattern`: words of two characters or more. */
function* wordGrams(text: string): Generator<string> {
  let before: string | undefined;
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]{2,}/gu)) {
    yield word;
    if (before !== undefined) yield `${before} ${word}`;
    before = word;
  }
}

/** `analyzer="char_wb"`, `ngram_range=(3, 5)`: within words, with a space on either side. */
function* characterGrams(text: string): Generator<string> {
  for (const word of text.split(/\s+/)) {
    if (word === "") continue;
    const padded = Array.from(` ${word} `);
    for (let n = 3; n <= 5; n += 1) {
      if (padded.length <= n) {
        yield padded.join("");
        break;
      }
      for (let at = 0; at + n <= padded.length; at += 1) yield padded.slice(at, at + n).join("");
    }
  }
}
