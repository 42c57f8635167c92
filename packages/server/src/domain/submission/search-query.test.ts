import fc from "fast-check";
import { AppError } from "../errors.ts";
import { fold } from "../folded-text.ts";
import { NO_TERMS, parseSearch, type SearchQuery, type SearchTerms } from "./search-query.ts";

const NOTHING_ELSE: SearchQuery = {
  terms: NO_TERMS,
  states: {},
  created_after: undefined,
  created_before: undefined,
  delivery_state: undefined,
  snoozed: undefined,
  forms: [],
  notForms: [],
};
const terms = (some: Partial<SearchTerms>): SearchQuery => ({
  ...NOTHING_ELSE,
  terms: { ...NO_TERMS, ...some },
});

describe("a search", () => {
  it.each<[string, Partial<SearchTerms>]>([
    ["ada", { contains: ["ada"] }],
    ["Ada  Lovelace", { contains: ["ada  lovelace"] }],
    ["http://x", { contains: ["http://x"] }],
    ["10:30", { contains: ["10:30"] }],
    ["Foo:Bar baz", { fields: [{ name: "foo", value: "bar" }], contains: ["baz"] }],
    ['Größe_2[]:"bar  baz"', { fields: [{ name: "grösse_2", value: "bar  baz" }] }],
    ["-foo:bar", { notFields: [{ name: "foo", value: "bar" }] }],
    ["foo: bar", { contains: ["foo: bar"] }],
    ["__proto__:x:y", { fields: [{ name: "__proto__", value: "x:y" }] }],
    ["tag:", { contains: ["tag:"] }],
    ["mytag:vip", { fields: [{ name: "mytag", value: "vip" }] }],
    ["a - b", { contains: ["a - b"] }],
    ["--", { contains: ["--"] }],
    ['5" pipe', { contains: ['5" pipe'] }],
    ['"open', { contains: ['"open'] }],
    ['"call back" soon', { contains: ["call back", "soon"] }],
    ['"tag:vip"', { contains: ["tag:vip"] }],
    ["-spam", { lacks: ["spam"] }],
    ['-"call back"', { lacks: ["call back"] }],
    ["-http://x", { lacks: ["http://x"] }],
    ["tag:VIP", { tags: ["vip"] }],
    ['TAG:"Call  Back"', { tags: ["call back"] }],
    ["-tag:Straße", { withoutTags: ["strasse"] }],
    ["ada tag:vip lovelace", { contains: ["ada", "lovelace"], tags: ["vip"] }],
    ["-has:file has:Note", { has: ["note"], hasNo: ["file"] }],
    ["is:replied -has:reply", { has: ["reply"], hasNo: ["reply"] }],
    ["from:Ada@Example.org", { from: ["ada@example.org"] }],
    ["-from:example.org", { notFrom: ["example.org"] }],
    ["file:CV.pdf -file:old", { files: ["cv.pdf"], notFiles: ["old"] }],
    ["is:seen", { isSeen: true }],
    ["is:unseen", { isSeen: false }],
    ["-is:seen", { isSeen: false }],
  ])("for %j", (query, expected) => {
    expect(parseSearch(query)).toEqual(terms(expected));
  });

  it.each<[string, SearchQuery["states"]]>([
    ["is:unread", { read: 0 }],
    ["is:read", { read: 1 }],
    ["-is:unread", { read: 1 }],
    ["is:spam is:unread", { spam: 1, read: 0 }],
    ["is:trash", { trash: 1 }],
    ["is:read is:unread", "nothing"],
    ["is:seen is:unseen", "nothing"],
  ])("of states: %j", (query, states) => {
    expect(parseSearch(query).states).toEqual(states);
  });

  it("of days: both bounds together are everything", () => {
    const day = Date.parse("2026-11-01T00:00Z");

    expect(parseSearch("before:2026-11-01")).toMatchObject({ created_before: day });
    expect(parseSearch("-after:2026-11-01")).toMatchObject({ created_before: day });
    expect(parseSearch("after:2026-11-01")).toMatchObject({ created_after: day - 1 });
    expect(parseSearch("after:2026-10-01 after:2026-11-01T00:00Z")).toMatchObject({
      created_after: day - 1,
    });
  });

  it("of a state of delivery names one", () => {
    expect(parseSearch("delivery:Failed")).toEqual({ ...NOTHING_ELSE, delivery_state: "failed" });
    expect(parseSearch("delivery:failed delivery:none").states).toBe("nothing");
  });

  it("of assignees names them, and of snoozed ones is one or the other", () => {
    expect(parseSearch("assignee:Me -assignee:BOB is:snoozed")).toEqual({
      ...NOTHING_ELSE,
      terms: { ...NO_TERMS, assignees: ["me"], notAssignees: ["bob"] },
      snoozed: true,
    });
    expect(parseSearch("-is:snoozed -is:snoozed")).toEqual({ ...NOTHING_ELSE, snoozed: false });
    expect(parseSearch("is:snoozed -is:snoozed").states).toBe("nothing");
  });

  it("of forms names them", () => {
    expect(parseSearch('form:"Contact form" project:Acme -form:7')).toMatchObject({
      forms: [
        { by: "form", name: "Contact form" },
        { by: "project", name: "Acme" },
      ],
      notForms: [{ by: "form", name: "7" }],
    });
  });

  it.each([
    ["before:yesterdayish", /before:yesterdayish names no day. Write a date/],
    ["after:2026-02-30", /after:2026-02-30 names no day/],
    ["is:open", /is:open is unknown. Use is:unread, is:read/],
    ["delivery:lost", /delivery:lost is unknown. Use delivery:/],
    ["-delivery:failed", /cannot be negated/],
    ["has:cake", /has:cake is unknown. Use has:file, has:note, has:reply/],
    ["-has:cake", /has:cake is unknown/],
    ['company:""', /company:"" names no value of the field company. Write company:value/],
    ['company:"acme inc', /company:"acme names no value/],
    ["tag:a ".repeat(21), /at most 20 conditions/],
  ])("is refused with a sentence: %j", (query, sentence) => {
    expect(() => parseSearch(query)).toThrow(sentence);
  });

  it("of plain words is that text, whatever it is", () => {
    const word = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
      .filter((text) => text.trim() === text && !/^["-]|^[\p{L}_][^/]*:|\s/iu.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const text = words.join(" ");
        expect(parseSearch(text)).toEqual(terms({ contains: [fold(text)] }));
      }),
    );
  });

  it("of anything at all is parsed or refused, in time that grows with its length", () => {
    const piece = fc.constantFrom("tag:", "is:", '"', "-", " ", "read", "x", ":", "before:", "\\");
    const outcome = (query: string): unknown => {
      try {
        return typeof parseSearch(query);
      } catch (error) {
        return error instanceof AppError ? "refused" : error;
      }
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(["object", "refused"]).toContain(outcome(pieces.join("")));
      }),
    );
  });
});
