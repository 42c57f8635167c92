// The button on the thank-you page, and where a wrong captcha answer leads.
import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

const make = (json: object) => server.create<Form>("/forms", { name: "Contact", ...json });

async function post(form: Form, headers: Record<string, string> = {}, suffix = "") {
  const response = await fetch(`${server.url}/f/${form.uuid}${suffix}`, {
    method: "POST",
    body: new URLSearchParams({ message: `hello ${Math.random()}` }),
    headers: { accept: "text/html", ...headers },
    redirect: "manual",
  });
  const { status } = response;
  return { status, location: response.headers.get("location"), text: await response.text() };
}

const button = (text: string) => /<a class="button"[^>]*href="([^"]*)"[^>]*>([^<]*)</.exec(text);

describe("the button on the thank-you page", () => {
  it("has the text, the target and the colors of the form", async () => {
    const form = await make({
      redirect_button_text: "Back & on <b>",
      redirect_button_url: "https://example.org/home?a=1&b=2",
      redirect_button_background_color: "#1A7F37",
      redirect_button_text_color: "#ffffff",
      button_background_color: "#000000",
    });

    const { text } = await post(form);

    expect(button(text)?.slice(1)).toEqual([
      "https://example.org/home?a=1&amp;b=2",
      "Back &amp; on &lt;b&gt;",
    ]);
    expect(text).toContain("--button:#1a7f37;--label:#ffffff;");
    expect(form).toMatchObject({ redirect_button_background_color: "#1a7f37" });
  });

  it("leads to the page that posted if the form names no target, and is left out without one", async () => {
    const form = await make({ redirect_button_text: "Home", redirect_button_url: "" });
    const plain = await make({ redirect_button_url: "https://example.org/home" });

    const named = await post(form, { referer: "https://example.net/contact" });
    const without = await post(form);
    const builtIn = await post(plain, { referer: "https://example.net/contact" });

    expect(button(named.text)?.slice(1)).toEqual(["https://example.net/contact", "Home"]);
    expect(button(without.text)).toBeNull();
    expect(button(builtIn.text)?.slice(1)).toEqual([
      "https://example.org/home",
      "Back to example.org",
    ]);
  });
});

it("the thank-you page of the test form leads back to the inbox, from that form's own page only", async () => {
  const form = await make({ redirect_button_url: "https://example.org/home" });

  const tested = await post(form, { referer: `${server.url}/try/${form.uuid}` });
  const other = await post(form, { referer: "https://example.net/try/it" });

  expect(button(tested.text)?.slice(1)).toEqual([
    `/dashboard/inbox?form_id=${form.id}`,
    "Open it in the inbox",
  ]);
  expect(button(other.text)?.[1]).toBe("https://example.org/home");
});

describe("the page after a wrong captcha answer", () => {
  it("is opened by browsers, while scripts are asked for an answer", async () => {
    const form = await make({
      captcha: { provider: "altcha" },
      redirect_url: "https://example.org/thanks",
      recaptcha_failed_url: "https://example.org/no?ä",
    });

    const page = await post(form, { accept: "text/html" });
    const script = await post(form, {}, ".json");

    expect(page).toMatchObject({ status: 303, location: "https://example.org/no?%C3%A4" });
    expect(JSON.parse(script.text)).toMatchObject({ errors: [{ code: "CAPTCHA_REQUIRED" }] });
    expect(await server.rows("submission", ["spam", "spam_reason"], { form_id: form.id })).toEqual([
      { spam: 1, spam_reason: "captcha" },
      { spam: 1, spam_reason: "captcha" },
    ]);
  });

  it("is not opened after other posts", async () => {
    const recaptcha_failed_url = "https://example.org/no";
    const plain = await make({ recaptcha_failed_url });
    const spam = await make({ recaptcha_failed_url, content_blacklist: ["hello"] });

    expect((await post(plain)).status).toBe(200);
    expect((await post(spam)).status).toBe(200);
  });
});
