import type { Submission, SubmissionClaim } from "@intray/sdk/schemas";
import fc from "fast-check";
import { DELIVERY_STATES } from "./delivery-state.ts";
import type { Finding } from "./finding.ts";

import { CLAIM_STATE } from "./submission-claim-state.ts";
import type { Field } from "./submission.ts";
import type { ExportedFile, StoredSubmission } from "./submission-text.ts";
import { changesWithoutCommit, submissionText } from "./submission-text.ts";

const PUBLIC_URL = "https://forms.example.org";
const NOW = Date.parse("2026-03-01T12:00:00.007Z");
const options = { publicUrl: PUBLIC_URL, filesUrl: PUBLIC_URL, now: NOW };

const PLAIN: StoredSubmission = {
  id: 7,
  uid: "AZ3kq0f1c2b3d4e5f6g7hA",
  form_id: 3,
  form_name: "Contact",
  form_uuid: "00000000000a",
  email: "ada@example.org",
  fields: '[["email","ada@example.org"],["message","Hello"]]',
  read: 0,
  spam: 0,
  trash: 0,
  seen_at: null,
  assignee: null,
  snoozed_until: null,
  answered_at: null,
  spam_reason: null,
  spam_findings: null,
  source_url: null,
  source_host: null,
  source_path: null,
  source_fragment: null,
  source_query: null,
  ip: "203.0.113.7",
  referrer: null,
  user_agent: null,
  geocoded: null,
  attachments: [],
  claim_count: 0,
  claim_state: CLAIM_STATE.free,
  claim_state_until: null,
  lease_consumer: null,
  webhook_sent_at: null,
  tags: null,
  imported_from: null,
  submitted_at: null,
  delivery_state: 0,
  created_at: NOW - 1_000,
  updated_at: NOW - 1_000,
  lead: undefined,
};

const UNSCORED = { score: null, score_reasoning: null, score_location_info: null };
const time = (at: number) => new Date(at).toISOString();
const timeOrNull = (at: number | null) => (at === null ? null : time(at));

/** The expected text: parses every column and serializes a record with JSON.stringify. */
function expectedText(row: StoredSubmission): string {
  const fields = JSON.parse(row.fields) as [string, string | string[]][];
  const [country = null, region = null, city = null] = JSON.parse(row.geocoded ?? "[]") as (
    string | null
  )[];
  const query = JSON.parse(row.source_query ?? "null") as [string, string][] | null;
  const record: Submission = {
    id: row.id,
    uid: row.uid ?? String(row.id),
    form_id: row.form_id,
    form: { name: row.form_name, uuid: row.form_uuid },
    email: row.email,
    payload_params: Object.fromEntries(fields),
    form_params: fields.map(([name, value]) => ({ name, value })),
    read: row.read === 1,
    spam: row.spam === 1,
    trash: row.trash === 1,
    seen_at: timeOrNull(row.seen_at),
    answered_at: timeOrNull(row.answered_at),
    spam_reason: row.spam_reason,
    ...(row.spam_findings && { spam_findings: JSON.parse(row.spam_findings) as Finding[] }),
    spam_score: row.spam_findings ? 0.3 : 0,
    source_url: row.source_url,
    source_host: row.source_host,
    source_path: row.source_path,
    source_fragment: row.source_fragment,
    source_query: query?.map(([name, value]) => ({ name, value })) ?? null,
    ip: row.ip,
    referrer: row.referrer,
    user_agent: row.user_agent,
    geocoded_country: country ?? "Unknown",
    geocoded_region: region ?? "Unknown",
    geocoded_city: city ?? "Unknown",
    attachments: row.attachments.map((file) => ({
      id: file.id,
      name: file.name,
      form_name: file.form_name,
      content_type: file.content_type,
      file_size: file.file_size,
      sha256: Buffer.from(file.sha256).toString("hex"),
      created_at: time(file.created_at),
      attachment_proxy_url: `${PUBLIC_URL}/api/v1/attachments/${file.id}`,
      public_url: `${PUBLIC_URL}/api/v1/attachments/${file.public_token}/public`,
    })),
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as string[]),
    assignee: row.assignee,
    snoozed_until: timeOrNull(row.snoozed_until),
    claim_count: row.claim_count,
    webhook_sent_at: timeOrNull(row.webhook_sent_at),
    delivery_state: row.delivery_state === null ? null : DELIVERY_STATES[row.delivery_state],
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    ...claimOf(row),
    ...(row.lead === undefined ? {} : { lead_agent: row.lead ?? UNSCORED }),
  };
  return JSON.stringify(record);
}

function claimOf({ claim_state, claim_state_until, lease_consumer }: StoredSubmission): {
  claim?: SubmissionClaim;
} {
  if (claim_state === CLAIM_STATE.dead)
    return { claim: { state: "dead", until: null, consumer: null } };
  if (claim_state_until === null || claim_state_until <= NOW) return {};
  const state = lease_consumer === null ? "put_off" : "leased";
  return { claim: { state, until: time(claim_state_until), consumer: lease_consumer } };
}

const HOSTILE: readonly (readonly [string, Partial<StoredSubmission>])[] = [
  ["nothing special", {}],
  ["no field", { fields: "[]" }],
  ["quotes and backslashes", fieldsOf(['a"b\\', '\\"]],["x"'], ["c\\\\", "\\"])],
  [
    "lone surrogates",
    { fields: '[["\\ud800","\\udfff x"]]', form_name: "\ud800", user_agent: "a\udc00" },
  ],
  ["control characters", fieldsOf(["a\u0000\u001f", "\r\n\t\b\f\u007f\u2028\u2029"])],
  ["letters beyond ASCII", { ...fieldsOf(["größe", "日本 🦄"]), email: "ü@exämple.org" }],
  ["__proto__", { fields: '[["__proto__","p"],["constructor",["a","b"]],["toString",""]]' }],
  ["names that are indexes", fieldsOf(["10", "ten"], ["2", ["a", "b"]], ["b", "c"], ["01", "x"])],
  ["a name twice", { fields: '[["a","1"],["b","2"],["a",["3"]]]' }],
  ["a name twice among many", fieldsOf(...many(50), ["n3", "again"])],
  ["many names", fieldsOf(...many(1_000))],
  ["empty names and lists", { fields: '[["",""],["a",[]],["b",["",""]]]' }],
  ["text that is JSON", fieldsOf(["a", '[["b","c"]]'], ["d", ["]", "],["]])],
  ["fields with spaces between", { fields: '[ ["a", "b"],\n["c" ,["d", "e"]] ]' }],
  [
    "spam",
    {
      spam: 1,
      trash: 1,
      read: 1,
      spam_reason: 'links "and" more',
      spam_findings: JSON.stringify([
        { check: "words", weight: 0.1 + 0.2, sentence: 'It says "casino" \u2028.' },
        { check: "classifier", weight: -1e-7, sentence: "" },
      ] satisfies Finding[]),
    },
  ],
  [
    "a source",
    {
      source_url: "https://example.org/a?b=%22#c",
      source_host: "example.org",
      source_path: '/a"',
      source_fragment: "",
      source_query: JSON.stringify([
        ["b", '"'],
        ["b", ""],
        ["2", "x"],
        ["", "y"],
      ]),
      referrer: "https://example.org/",
      user_agent: 'Mozilla "5"',
    },
  ],
  ["tags", { tags: '["VIP","<b>"]' }],
  ["an empty query", { source_query: "[]" }],
  ["a location", { geocoded: '["Österreich",null,"\\"Wien\\""]' }],
  ["a location with a country alone", { geocoded: '["Österreich"]' }],
  ["files", { attachments: [storedFile(1, 'a".txt'), storedFile(2, "\ud800")] }],
  ["a lease", { ...leased(NOW + 1), lease_consumer: 'one"' }],
  ["a lease that has ended", { ...leased(NOW), lease_consumer: "one" }],
  ["put off", { ...leased(NOW + 5), delivery_state: 3 }],
  ["dead", { claim_state: CLAIM_STATE.dead, claim_count: 12, webhook_sent_at: NOW }],
  ["a lead without a score", { lead: null, answered_at: NOW, delivery_state: null }],
  ["a lead", { lead: { score: 80, score_reasoning: 'Why "so"', score_location_info: null } }],
];

function fieldsOf(...all: readonly Field[]) {
  return { fields: JSON.stringify(all) };
}

function many(count: number): readonly Field[] {
  return Array.from({ length: count }, (_, n) => [`n${n}`, n % 3 === 0 ? ["x", "y"] : `${n}`]);
}

function leased(claim_state_until: number) {
  return { claim_state: CLAIM_STATE.leased, claim_state_until };
}

function storedFile(id: number, name: string): ExportedFile {
  return {
    id,
    name,
    form_name: "files[]",
    content_type: "text/plain",
    file_size: 12,
    sha256: Buffer.alloc(32, id),
    public_token: `token${id}`,
    created_at: NOW - id,
  };
}

describe("submissionText", () => {
  it.each(HOSTILE)("equals the serialized record, byte for byte, with %s", (_, over) => {
    const row = { ...PLAIN, ...over };

    expect(submissionText(row, options)).toBe(expectedText(row));
  });

  it("equals the serialized record for any field and any text", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 });
    const name = fc.oneof(text, fc.constantFrom("a", "b", "1", "__proto__", '"', "\\"));
    const value = fc.oneof(text, fc.array(text, { maxLength: 3 }));
    const orNull = fc.option(text);
    fc.assert(
      fc.property(
        fc.record({
          fields: fc
            .array(fc.tuple(name, value), { maxLength: 8 })
            .map((all) => JSON.stringify(all)),
          source_query: fc.option(
            fc.array(fc.tuple(name, text), { maxLength: 4 }).map((all) => JSON.stringify(all)),
          ),
          form_name: text,
          email: orNull,
          spam_reason: orNull,
          source_url: orNull,
          source_path: orNull,
          referrer: orNull,
          user_agent: orNull,
          created_at: fc.integer({ min: 0, max: 2 * NOW }),
          updated_at: fc.integer({ min: 0, max: 2 * NOW }),
        }),
        (over) => {
          const row = { ...PLAIN, ...over };

          expect(submissionText(row, options)).toBe(expectedText(row));
        },
      ),
      { numRuns: 500 },
    );
  });
});

it.each([
  ["a lease", leased(NOW + 1), true],
  ["a lease that has ended", leased(NOW), false],
  ["a dead submission", { claim_state: CLAIM_STATE.dead }, false],
  ["no claim", {}, false],
] as const)("changesWithoutCommit is decided for %s", (_, over, expected) => {
  expect(changesWithoutCommit({ ...PLAIN, ...over }, NOW)).toBe(expected);
});
