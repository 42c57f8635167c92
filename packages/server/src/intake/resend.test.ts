import type { Pair } from "./parse/fields.ts";
import { resendInput } from "./resend.ts";

const sent = {
  names: { honeypot_field: "_gotcha", origin_service: "web3forms" },
  origin: "https://example.org",
  referrer: "https://example.org/contact?x=1",
} as const;
const resendable = (...pairs: Pair[]) => resendInput({ pairs, attachments: [], refused: [] }, sent);

it("keeps all input, with absolute URLs for the source and the redirect", () => {
  const input = resendable(["a", "1"], ["_gotcha", ""], ["redirect", "/thanks"], ["a", "2"]);

  expect(input).toEqual({
    pairs: [
      ["a", "1"],
      ["_gotcha", ""],
      ["a", "2"],
      ["_source_url", "https://example.org/contact?x=1"],
      ["_redirect", "https://example.org/thanks"],
    ],
    shown: [
      ["a", "1"],
      ["a", "2"],
    ],
    hadFiles: false,
  });
});

it("drops a redirect that is no plain http or https URL", () => {
  const input = resendable(["a", "1"], ["_next", "javascript:alert(1)"]);

  expect(input?.pairs.some(([name]) => name === "_redirect" || name === "_next")).toBe(false);
});

it("returns undefined without data, or with too much of it", () => {
  expect(resendable(["_gotcha", "x"])).toBeUndefined();
  expect(resendable(["a", "x".repeat(65_536)])).toBeUndefined();
  expect(resendable(...Array.from({ length: 201 }, (): Pair => ["a", ""]))).toBeUndefined();
});
