/** Submissions for the tests of payloads. */
import type { PayloadSource } from "../src/domain/delivery/payload-source.ts";
import { EMPTY_SUBMISSION } from "../src/delivery/template/check-template.ts";

export { EMPTY_SUBMISSION };

/** A submission in which every member has a value, most with special characters. */
export const FULL_SUBMISSION: PayloadSource = {
  id: 7,
  form_name: 'Contact "A" & B',
  created_at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  source_url: "https://example.org/contact?a=1&b=%22#top",
  source_host: "example.org",
  source_path: "/contact",
  source_fragment: "top",
  spam_score: 0.75,
  source_query: [
    ["a", "1"],
    ["b", '"'],
  ],
  email: "ada@example.org",
  fields: [
    ["name", 'Ada "L" <b> & \\ co'],
    ["email", "ada@example.org"],
    ["tags", ["a", "b & c"]],
    ["ort", "Zürich 東京 👩‍💻"],
    ["message", "one\r\ntwo = 2\n\tthree"],
    ["id", "mine"],
    ["data", "x]]>y"],
    ["attachments", "none"],
    ["__proto__", "plain"],
    ["empty", ""],
  ],
  attachments: [
    {
      name: "cv.pdf",
      attachment_proxy_url: "https://i.test/a/1",
      public_url: "https://i.test/p/x?a=1&b=2",
      file_size: 1_234,
    },
    {
      name: "<b>.png",
      attachment_proxy_url: "https://i.test/a/2",
      public_url: "https://i.test/p/y",
      file_size: 0,
    },
  ],
  lead: { score: 82, score_reasoning: 'Says "now"', score_location_info: null },
};
