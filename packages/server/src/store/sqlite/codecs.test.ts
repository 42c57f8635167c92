import type { NewBody } from "../deliveries/delivery-bodies.ts";
import type { ClaimedContents } from "../deliveries/delivery-contents.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import { attemptOf, outcomeOf } from "../../../test/store/outcomes.ts";
import { CODECS } from "./codecs.ts";

const { claimDeliveries, recordOutcomes, storeDeliveryBodies } = CODECS;

describe("codecs decode what they encoded", () => {
  it.each<readonly [string, Partial<Outcome>]>([
    ["nothing was attempted", { attempt: undefined }],
    ["a test", { submission_id: null, isTest: true, isCounted: false }],
    ["the receiver wants no more", { goneAddress: "http://127.0.0.1:9/hook" }],
    ["it failed", { next: { state: "queued", reason: null, next_attempt_at: 7 } }],
  ])("an outcome: %s", (_, over) => {
    const failed = { outcome: "failed", status: 500, error_code: "http_status" } as const;
    const outcome = outcomeOf(1, {
      destination_id: 2,
      submission_id: 3,
      next: { state: "exhausted", reason: "http_500", next_attempt_at: null },
      attempt: attemptOf(4, { ...failed, response_excerpt: "no", next_attempt_at: 7 }),
    });
    const settled = { outcomes: [outcome, { ...outcome, ...over }], now: 8 };

    const arrived = recordOutcomes.decodeArgs(structuredClone(recordOutcomes.encodeArgs(settled)));

    expect(arrived).toEqual(settled);
  });

  it("delivery bodies, an empty one included", () => {
    const body = (text: string, n: number): NewBody => ({
      submission_id: n,
      destination_id: 9,
      content_type: "text/plain",
      body: Buffer.from(text),
      sha256: Buffer.alloc(32, n),
    });
    const stored = { bodies: [body("one", 1), body("", 2), body("\0é", 3)], now: 8 };

    const arrived = storeDeliveryBodies.decodeArgs(
      structuredClone(storeDeliveryBodies.encodeArgs(stored)),
    );

    expect(arrived).toEqual(stored);
  });

  it("claimed deliveries: of a submission, of one with files and a body, and a test", () => {
    const claimed = {
      id: 1,
      submission_id: 2,
      destination_id: 3,
      attempts_made: 4,
      claims: 5,
      trigger: "intake",
      created_at: 6,
      destination: {
        kind: "webhook",
        id: 3,
        uid: null,
        disabled_reason: null,
        address: "http://127.0.0.1:9",
        stored_address: "ciphertext",
        enabled: true,
        format: "json",
        content_type: null,
        template: null,
        signature_header: null,
        secrets: {
          url: "http://127.0.0.1:9/hook",
          headers: [],
          signing_secret: "whsec_dGVzdA==",
          previous: undefined,
        },
      },
    } as const;
    const submission = {
      id: 2,
      form_name: "Contact",
      created_at: 6,
      email: null,
      fields: '[["a","b"]]',
      source_url: "https://example.org/a?b=c#d",
      source_host: "example.org",
      source_path: "/a",
      source_fragment: "d",
      source_query: '[["b","c"]]',
      lead: undefined,
      attachments: [],
      uid: "u",
      hops: "0123456789abcdef",
      spam_findings: null,
    };
    const body = { content_type: "text/plain", body: new Uint8Array([1, 2, 3]) };
    const files = [{ id: 1, name: "a.pdf", public_token: "t", file_size: 2 }];
    const lead = { score: 7, score_reasoning: "r", score_location_info: null };
    const claim: ClaimedContents = {
      count: 4,
      isQuarantined: false,
      due_at: undefined,
      contents: [
        { ...claimed, kind: "submission", body: undefined, submission },
        {
          ...claimed,
          kind: "submission",
          body,
          submission: { ...submission, attachments: files, lead },
        },
        {
          ...claimed,
          submission_id: null,
          trigger: "test",
          kind: "own",
          body: { ...body, uid: "t", address: "http://127.0.0.1:9/hook" },
        },
        {
          ...claimed,
          destination: undefined,
          deleted_kind: "email",
          kind: "submission",
          body: undefined,
          submission,
        },
      ],
    };

    const arrived = claimDeliveries.decodeResult(
      structuredClone(claimDeliveries.encodeResult(claim)),
    );

    expect(arrived).toEqual(claim);
  });
});
