// PostgreSQL reads lists of submissions by an index, whatever the size of the tables.
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Flag, Schema } from "../engine/schema.ts";
import { listForms } from "../forms/forms.ts";
import { countSubmissions } from "../submissions/submission-counts.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { withRange } from "../submissions/row-filter.ts";
import { listSubmissions, pageOfIds, type SubmissionPage } from "../submissions/submission-list.ts";

import { filterSamples } from "../../../test/store/submission-filters.ts";
import { type LargeDatabase, openLargeDatabase } from "../../../test/postgres-plans.ts";

let large: LargeDatabase;
beforeAll(async () => {
  large = await openLargeDatabase();
});
afterAll(() => large.close());

it("would see a scan if there were one", async () => {
  const all = (on: Kysely<Schema>) =>
    on.selectFrom("delivery").select("id").where("webhook_name", "=", "nobody").execute();

  expect(await large.scansOf(all)).toHaveLength(1);
});

describe("no table is scanned", () => {
  const PLAIN: readonly [
    string,
    number | undefined,
    { [k in "read" | "spam" | "trash"]?: Flag },
  ][] = [
    ["new of a form", 1, { read: 0, spam: 0, trash: 0 }],
    ["all of a form", 1, { spam: 0, trash: 0 }],
    ["spam of a form", 1, { spam: 1, trash: 0 }],
    ["trash of a form", 1, { trash: 1 }],
    ["everything of a form", 1, {}],
    ["new", undefined, { read: 0, spam: 0, trash: 0 }],
    ["unread", undefined, { read: 0, trash: 0 }],
    ["all", undefined, { spam: 0, trash: 0 }],
    ["spam", undefined, { spam: 1, trash: 0 }],
    ["trash", undefined, { trash: 1 }],
  ];
  describe.each(PLAIN)("by the list of %s", (_, form_id, states) => {
    const filter = { ...UNFILTERED, account_id: 1, form_id, states };
    const dated = { ...filter, created_after: 5_000, created_before: 6_000 };
    it.each<[string, Partial<SubmissionPage>]>([
      ["newest first", {}],
      ["oldest first", { order: "date_asc" }],
      ["from a cursor", { after_id: 15_000 }],
      ["upwards from a cursor", { order: "date_asc", after_id: 15_000 }],
      ["between dates", dated],
      ...filterSamples.map((values): [string, Partial<SubmissionPage>] => [
        JSON.stringify(values),
        values,
      ]),
      ...filterSamples.map((values): [string, Partial<SubmissionPage>] => [
        `upwards ${JSON.stringify(values)}`,
        { ...values, order: "date_asc" },
      ]),
    ])("%s", async (__, asked) => {
      const page = { ...filter, order: "date_desc", limit: 100, offset: 0, ...asked } as const;
      expect(await large.scansOf((on) => listSubmissions(on, page))).toEqual([]);
    });

    it("or its count", async () => {
      expect(await large.scansOf((on) => countSubmissions(on, dated))).toEqual([]);
      for (const values of filterSamples) {
        const some = { ...filter, ...values };
        expect(await large.scansOf((on) => countSubmissions(on, some))).toEqual([]);
      }
    });
  });

  it("by a search of forms, whatever it finds", async () => {
    const page = { account_id: 1, limit: 101, offset: 0 };

    for (const query of ["Sample", "nothing", "17"]) {
      expect(await large.scansOf((on) => listForms(on, { ...page, query }))).toEqual([]);
    }
  });

  it.each(["date_desc", "date_asc"] as const)(
    "and none is sorted by a form's page, %s",
    async (order) => {
      const states = { spam: 0, trash: 0 } as const;
      const filter = withRange({ ...UNFILTERED, account_id: 1, form_id: 1, states }, {});
      const page = { order, limit: 50, offset: 0 };
      const { sql: text, parameters } = pageOfIds(large.db, filter, page).compile();

      const nodes = await large.nodesFor(text, parameters);

      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
    },
  );
});
