import { EMPTY_SUBMISSION, FULL_SUBMISSION } from "../../../test/payload-sources.ts";
import { WEBHOOK_DEFAULTS } from "../../domain/delivery/webhook.ts";
import { RenderError } from "../template/problem.ts";
import { renderPayload } from "./formats.ts";

const webhook = (template: string | null, content_type: string | null = null) =>
  ({ ...WEBHOOK_DEFAULTS, format: "custom", template, content_type }) as const;
const failure = (...of: Parameters<typeof webhook>) => {
  try {
    renderPayload(webhook(...of), EMPTY_SUBMISSION);
  } catch (error) {
    return error;
  }
};

it("renders the template of the webhook, as JSON by default", () => {
  const { contentType, bytes } = renderPayload(
    webhook('{"ort":{{JSONstringify (field "ort")}} }'),
    FULL_SUBMISSION,
  );

  expect(contentType).toBe("application/json");
  expect(Buffer.from(bytes).toString()).toBe('{"ort":"Zürich 東京 👩‍💻" }');
});

it("is escaped for the content type of the webhook, and sent as it", () => {
  const xml = webhook("<a>{{form_name}}</a>", "application/xml");

  const { contentType, bytes } = renderPayload(xml, FULL_SUBMISSION);

  expect(contentType).toBe("application/xml");
  expect(Buffer.from(bytes).toString()).toBe("<a>Contact &quot;A&quot; &amp; B</a>");
});

it.each([
  [null, null, "no_template", /has no template/],
  ["{{nothing}}", null, "not_compiled", /line 1, column 3: There is no tag nothing/],
  ["a", "text/html", "unknown_content_type", /text\/html; choose one of application\/json/],
  ["a", "multipart/form-data", "not_a_pair", /name=value/],
] as const)("renders no body for %j as %s", (template, content_type, code, words) => {
  const error = failure(template, content_type);

  expect(error).toBeInstanceOf(RenderError);
  expect(error).toMatchObject({ code });
  expect(String(error)).toMatch(words);
});
