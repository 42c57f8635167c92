// Searches on a PostgreSQL whose role may not create extensions.
import { pino } from "pino";
import { sql } from "kysely";
import { type Fixture, newSubmission, openFixture } from "../../../test/fixture.ts";
import { NO_TERMS } from "../../domain/submission/search-query.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { hasTrigrams, searchRows, takeSearchSnapshot } from "../submissions/submission-search.ts";
import { prepareTrigrams } from "./trigrams.ts";
import { openPostgres } from "./database.ts";

const ROLE = "intray_plain";

let fixture: Fixture;
let said: string[];
const log = pino({ base: null }, { write: (line) => void said.push(line) });
beforeEach(async () => {
  said = [];
  fixture = await openFixture();
});
afterEach(async () => {
  await sql`drop owned by ${sql.ref(ROLE)}`.execute(fixture.db);
  await sql`drop role ${sql.ref(ROLE)}`.execute(fixture.db);
  await fixture.close();
});

it("works without the extension, says so, and uses it once it is there", async () => {
  const { db } = fixture;
  await sql`create role ${sql.ref(ROLE)} login`.execute(db);
  await sql`grant all on all tables in schema public to ${sql.ref(ROLE)}`.execute(db);
  await sql`alter table search_text owner to ${sql.ref(ROLE)}`.execute(db);
  await sql`grant create, usage on schema public to ${sql.ref(ROLE)}`.execute(db);
  const url = new URL(fixture.postgresUrl);
  url.username = ROLE;
  const plain = await openPostgres(url.href, () => undefined);
  await fixture.accept(newSubmission(7));
  const search = {
    ...UNFILTERED,
    account_id: 1,
    order: "date_desc",
    terms: { ...NO_TERMS, contains: ["number 7"] },
  } as const;

  await prepareTrigrams(plain.db, log);
  const ground = await takeSearchSnapshot(plain.db, search);
  const found = await searchRows(plain.db, { ...search, range: {} });
  await prepareTrigrams(db, log);
  const later = await hasTrigrams(plain.db);
  await plain.db.destroy();

  expect(ground).toMatchObject({ hasIndex: false, indexedTo: 0 });
  expect(found.ids).toEqual([1]);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("create extension pg_trgm");
  expect(later).toBe(true);
});
