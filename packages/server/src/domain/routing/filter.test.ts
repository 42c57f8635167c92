import fc from "fast-check";
import { AppError } from "../errors.ts";
import { compileFilter, failingClause, type Filter, type FilteredPost, inWords } from "./filter.ts";

const POST: FilteredPost = {
  fields: [
    ["department", "Sales "],
    ["budget", "1200"],
    ["date", "2026-03-01"],
    ["colors", ["red", "blue"]],
    ["empty", ""],
    ["message", `${"long ".repeat(2_100)}needle`],
    ["user.name", "Ada"],
    ["city", "STRASSE"],
  ],
  email: "ada@Example.org",
  source_url: "https://example.org/contact?x=1",
  source_host: "example.org",
  source_path: "/contact",
  spam_score: 0.6,
  lead_score: null,
  files: 2,
  tags: ["VIP"],
  language: "de",
};

const holds = (filter: Filter, post = POST) =>
  failingClause(compileFilter(filter, "when"), post) === -1;

describe("a filter", () => {
  it.each<[Filter, boolean]>([
    [{}, true],
    [{ "fields.department": "sales" }, true],
    [{ "fields.department": "support" }, false],
    [{ "fields.city": "straße" }, true],
    [{ "fields.user.name": "ada" }, true],
    [{ "fields.budget": 1200 }, true],
    [{ "fields.budget": "1200" }, true],
    [{ "fields.budget": { $gt: 999 } }, true],
    [{ "fields.budget": { $gt: 1200 } }, false],
    [{ "fields.budget": { $gte: 1200, $lt: 2000 } }, true],
    [{ "fields.department": { $gt: 5 } }, false],
    [{ "fields.date": { $lte: "2026-03-01" } }, true],
    [{ "fields.date": { $lt: "2026-03-01" } }, false],
    [{ "fields.empty": { $lt: "z" } }, false],
    [{ "fields.colors": "blue" }, true],
    [{ "fields.colors": { $ne: "blue" } }, false],
    [{ "fields.colors": { $nin: ["green", "black"] } }, true],
    [{ "fields.missing": { $ne: "x" } }, true],
    [{ "fields.missing": null }, true],
    [{ "fields.empty": { $exists: true } }, false],
    [{ email: { $exists: true } }, true],
    [{ "lead.score": { $exists: false } }, true],
    [{ "lead.score": { $lt: 50 } }, false],
    [{ spam_score: { $gte: 0.5 } }, true],
    [{ "files.count": 2 }, true],
    [{ tags: "vip" }, true],
    [{ language: { $in: ["de", "at"] } }, true],
    [{ source_path: { $startsWith: "/CON" } }, true],
    [{ email: { $endsWith: "@example.org" } }, true],
    [{ source_url: { $contains: "?x=" } }, true],
    [{ source_host: { $regex: "^exam" } }, true],
    [{ email: { $regex: "@example" } }, false],
    [{ email: { $regex: "(?i)@example" } }, true],
    // Only so much of a long text is compared.
    [{ "fields.message": { $contains: "needle" } }, false],
    [{ $or: [{ email: "x" }, { "files.count": { $gt: 1 } }] }, true],
    [{ $or: [{ email: "x" }, { "files.count": 3 }] }, false],
    [{ $and: [{ "files.count": 2 }, { tags: "other" }] }, false],
    [{ $not: { tags: "vip", email: "x" } }, true],
    [{ $not: { tags: "vip" } }, false],
  ])("%j: %s", (filter, expected) => {
    expect(holds(filter)).toBe(expected);
  });

  it("is put in words, and its first clause that does not hold is found", () => {
    const clauses = compileFilter(
      {
        email: { $exists: true },
        $and: [{ $or: [{ "fields.a": "x" }, { "files.count": { $gt: 3 } }] }],
      },
      "when",
    );

    expect(inWords(clauses)).toBe(
      'email is filled in and (fields.a is "x" or files.count is more than 3)',
    );
    expect(failingClause(clauses, POST)).toBe(1);
  });

  it.each<[unknown, string, RegExp]>([
    [{ "fields.a": { $like: "x" } }, "when.fields.a.$like", /no operator "\$like"/],
    [{ "fields.a": {} }, "when.fields.a", /operator/],
    [{ "fields.": "x" }, "when.fields.", /cannot ask for "fields\."/],
    [{ form: "x" }, "when.form", /cannot ask for "form"/],
    [{ constructor: "x" }, "when.constructor", /cannot ask/],
    [{ "fields.a": { toString: "x" } }, "when.fields.a.toString", /no operator/],
    [{ $nor: [] }, "when.$nor", /no operator "\$nor"/],
    [{ $or: [] }, "when.$or", /at least one/],
    [{ $or: [{ email: "a" }, "b"] }, "when.$or.1", /object/],
    [{ "fields.a": ["x"] }, "when.fields.a", /\$eq takes/],
    [{ "fields.a": true }, "when.fields.a", /\$eq takes/],
    [{ "fields.a": { $in: "x" } }, "when.fields.a.$in", /list/],
    [{ "fields.a": { $exists: "yes" } }, "when.fields.a.$exists", /true or false/],
    [{ "fields.a": { $contains: "" } }, "when.fields.a.$contains", /text/],
    [{ "fields.a": { $regex: "(" } }, "when.fields.a.$regex", /missing closing/],
    [{ "fields.a": { $regex: "(a+)+\\1" } }, "when.fields.a.$regex", /cannot be used/],
    [{ "fields.a": { $regex: "a{900}" } }, "when.fields.a.$regex", /too large/],
    [{ $or: Array.from({ length: 501 }, () => ({ email: "a" })) }, "when", /at most 500/],
    [JSON.parse(`${'{"$not":'.repeat(9)}{}${"}".repeat(9)}`), `when${".$not".repeat(8)}`, /deep/],
  ])("what is wrong is named: %#", (filter, field, message) => {
    const compile = () => compileFilter(filter as Filter, "when");

    expect(compile).toThrow(
      expect.objectContaining({
        fields: [{ field, code: "invalid", message: expect.stringMatching(message) }],
      }),
    );
  });

  it("is refused or answers, whatever it is", () => {
    const names = fc.constantFrom("email", "$or", "$not", "fields.a", "tags");
    const answer = (filter: Filter) => {
      try {
        return holds(filter);
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    };

    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (filter) => {
        expect(answer(filter)).toBeTypeOf("boolean");
      }),
    );
  });

  it("searches a hostile text in linear time", () => {
    const hostile = { ...POST, email: "a".repeat(100_000) };

    expect(holds({ email: { $regex: "(a|aa|a+)+$x" } }, hostile)).toBe(false);
  });
});
