// Logo, colors and language of a form on its hosted pages.
import type { Form } from "@intray/sdk/schemas";
import { useShared } from "../../../../test/harness/use.ts";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();
const form = useShared(() =>
  server.create<Form>("/forms", {
    name: 'Ada & "Eve"',
    logo: "https://cdn.example.org/logo.png?a=1&b=2",
    button_background_color: "#1a7f37",
    button_text_color: "#ffffff",
    language: "de",
    allowed_domains: [],
  }),
);

async function post(body: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/f/${form.uuid}`, {
    method: "POST",
    body: new URLSearchParams(body),
    headers: { accept: "text/html", referer: "https://example.org/contact", ...headers },
  });
  const policy = response.headers.get("content-security-policy");
  const language = response.headers.get("content-language");
  return { status: response.status, text: await response.text(), policy, language };
}
const thanks = (headers = {}) => post({ message: "hello" }, headers);
const mistake = (headers = {}) => post({}, headers);

describe("the pages of a form with its own look", () => {
  it.each([
    ["thanks", thanks, 200],
    ["mistake", mistake, 422],
  ])(
    "(%s) have its logo and colors, and load images from nowhere else",
    async (_, open, status) => {
      const page = await open();

      expect(page.status).toBe(status);
      expect(page.text).toContain(
        '<img class="logo" src="https://cdn.example.org/logo.png?a=1&amp;b=2" alt="Ada &amp; &quot;Eve&quot;"',
      );
      expect(page.text).toContain("--button:#1a7f37;--label:#ffffff;");
      expect(page.policy).toContain("img-src https://cdn.example.org;");
      expect(page.policy).toContain("default-src 'none'; style-src 'unsafe-inline';");
    },
  );

  it("are in its language for visitors without one, otherwise in theirs", async () => {
    const languages = [
      await thanks(),
      await mistake({ "accept-language": "sv" }),
      await thanks({ "accept-language": "fr-CA" }),
      await mistake({ "accept-language": "en" }),
    ].map(({ language }) => language);

    expect(languages).toEqual(["de", "de", "fr", "en"]);
  });

  it("change with it, although they are cached", async () => {
    await thanks();

    await server.request("PATCH", `/forms/${form.id}`, {
      json: { logo: null, button_background_color: "#ffee00" },
    });
    const { text, policy } = await thanks();

    expect(text).not.toContain("<img");
    expect(policy).not.toContain("img-src");
    // White cannot be read on yellow.
    expect(text).toContain("--button:#ffee00;--label:#000000;");
  });
});

it("the page for an unknown form has no look", async () => {
  const response = await fetch(`${server.url}/f/000000000000`, {
    method: "POST",
    headers: { accept: "text/html" },
  });

  expect(await response.text()).not.toMatch(/<img|--button:/);
  expect(response.headers.get("content-security-policy")).not.toContain("img-src");
});
