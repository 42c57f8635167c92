// Compares the results of the search index with a plain search through the same texts.
import fc from "fast-check";
import { newSubmission, useSharedFixture } from "../../../test/fixture.ts";
import { silentLog } from "../../platform/log.ts";
import { fold } from "../../domain/folded-text.ts";
import { isPostgres } from "../engine/dialect.ts";
import { prepareTrigrams } from "../postgres/trigrams.ts";
import { indexSubmissions, indexedTo, isIndexBehind } from "./search-text.ts";
import { NO_TERMS } from "../../domain/submission/search-query.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { takeSearchSnapshot, searchIndex, searchRows } from "./submission-search.ts";

const TEXTS = [
  "Hello World, hello again",
  "100% of_it % _ %%%",
  `she said "it's" \\ fine ""`,
  "Straße in STRASSE",
  "İstanbul, ısparta, ISPARTA",
  "ΟΔΟΣ οδος ς",
  "family 👨‍👩‍👧 and 😀😀😀",
  "a\ufffdb\ufffd",
  "日本語のテキスト検索",
  "line\nbreak\tand  spaces   ",
  "é and e\u0301e\u0301",
  "AND OR NOT (a* NEAR b) ^c col:d",
  "",
];

const fixture = useSharedFixture();
beforeAll(async () => {
  for (const [n, text] of TEXTS.entries()) {
    const fields = JSON.stringify([
      ["text", text],
      ["more", ["one", `two ${n}`]],
    ]);
    await fixture.accept(newSubmission(n, { fields, spam: n % 2 === 0 ? 1 : 0 }));
  }
  if (isPostgres(fixture.db)) await prepareTrigrams(fixture.db, silentLog);
  await indexSubmissions(fixture.db, { limit: 100 });
});

const expected = (text: string) =>
  TEXTS.flatMap((one, n) =>
    [one, "one", `two ${n}`].some((value) => fold(value).includes(text)) ? [n + 1] : [],
  );

/** Three characters or more, most of them from one of the texts. */
const wanted = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...TEXTS, "one", "two 1"), fc.nat(40), fc.integer({ min: 3, max: 9 }))
      .map(([text, from, length]) =>
        Array.from(text)
          .slice(from, from + length)
          .join(""),
      ),
    fc.string({ unit: "grapheme", minLength: 3, maxLength: 5 }),
    fc.constantFrom("one\u0001two", '"""', "%%%", "___", "\\\\\\", "***", "d and"),
  )
  .map((text) => fold(text))
  .filter((text) => Array.from(text).length >= 3);

describe("the search index", () => {
  it("is complete, and reports it", async () => {
    expect(await isIndexBehind(fixture.db, {})).toBe(false);
    expect(await indexedTo(fixture.db)).toBe(TEXTS.length);
  });

  it("finds the same as a search without an index, in both orders, within ids and states", async () => {
    await fc.assert(
      fc.asyncProperty(
        wanted,
        fc.constantFrom("date_asc" as const, "date_desc" as const),
        fc.nat(TEXTS.length),
        fc.constantFrom(undefined, 0 as const, 1 as const),
        async (text, order, above, spam) => {
          const states = spam === undefined ? {} : { spam };
          const search = {
            ...UNFILTERED,
            account_id: 1,
            states,
            order,
            terms: { ...NO_TERMS, contains: [text] },
          } as const;
          const range = { above };
          const ids = expected(text)
            .filter((id) => id > above)
            .filter((id) => spam === undefined || id % 2 === spam);
          if (order === "date_desc") ids.reverse();

          expect(await searchIndex(fixture.db, { ...search, range })).toEqual({
            ids,
            nextRange: undefined,
          });
          expect((await searchRows(fixture.db, { ...search, range })).ids).toEqual(ids);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is used for texts of three characters and more", async () => {
    const ground = (text: string) =>
      takeSearchSnapshot(fixture.db, {
        ...UNFILTERED,
        account_id: 1,
        order: "date_desc",
        terms: { ...NO_TERMS, contains: [text] },
      });

    expect((await ground("😀😀")).hasIndex).toBe(false);
    expect((await ground("😀😀😀")).hasIndex).toBe(true);
  });
});
