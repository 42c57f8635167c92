/** Sample submissions for checking a template before it is saved. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";
import type { CompiledTemplate } from "./operation.ts";

export interface Sample {
  /** Completes the phrase "for …" in messages. */
  readonly name: string;
  readonly source: PayloadSource;
}

/** Contains the special characters of every content type, so that missing escapes show up. */
const AWKWARD = 'O\'Neil "&" <b>Söhne</b> ]]> 100 % \\ 東京 👩‍💻 = 1\r\nsecond line\t';

export const EMPTY_SUBMISSION: PayloadSource = {
  submissionId: 1,
  formName: "Contact",
  createdAt: 0,
  sourceUrl: null,
  sourceHost: null,
  sourcePath: null,
  sourceFragment: null,
  sourceQuery: [],
  email: null,
  fields: [],
  attachments: [],
  leadAgent: undefined,
};

/** All values, all values except files, and an empty form. */
export function samplesFor({ fieldNames, rawFieldNames }: CompiledTemplate): readonly Sample[] {
  const common = ["name", "email", "your message", "2nd", "id", "empty"];
  const names = [...new Set([...common, ...fieldNames])];
  const raw = new Set(rawFieldNames);
  // A field that is written raw as a JSON or XML value is meant to contain such a value.
  const valueOf = (name: string) => (raw.has(name) ? "42" : name === "empty" ? "" : AWKWARD);
  const full: PayloadSource = {
    submissionId: 4_711,
    formName: AWKWARD,
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    sourceUrl: "https://example.org/contact?a=1&b=%22#top",
    sourceHost: "example.org",
    sourcePath: "/contact",
    sourceFragment: "top",
    sourceQuery: [
      ["a", "1"],
      ["b", AWKWARD],
    ],
    email: "ada@example.org",
    fields: [
      ...names.map((name) => [name, valueOf(name)] as const),
      ["several", [AWKWARD, "b"]],
      ["none", []],
    ],
    attachments: ["cv.pdf", AWKWARD].map((name) => ({
      name,
      attachment_proxy_url: "https://example.org/api/v1/attachments/1",
      public_url: "https://example.org/api/v1/attachments/token/public",
      file_size: 1_024,
    })),
    leadAgent: { score: 82, scoreReasoning: AWKWARD, scoreLocationInfo: null },
  };
  return [
    { name: "a submission with all values", source: full },
    { name: "a submission without files", source: { ...full, attachments: [] } },
    {
      name: "a submission of an empty form, without files or a score",
      source: EMPTY_SUBMISSION,
    },
  ];
}
