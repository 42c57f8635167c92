// The error page on which a visitor corrects a post that breaks the rules of its form.
import type { FieldRule, Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();

const FIELDS: FieldRule[] = [
  { name: "email", type: "email", required: true, label: "E-mail" },
  { name: "seats", type: "number", max: 4 },
  { name: "day", type: "date" },
  { name: "size", type: "select", options: ["S", "M"] },
  { name: "topics", type: "checkbox", options: ["a", "b", "c"] },
  { name: "text", type: "textarea", max: 5 },
  { name: "agree", type: "checkbox", required: true },
  { name: "campaign", type: "hidden" },
  { name: "cv", type: "file", accept: ".pdf" },
];
const make = (settings: object = {}) =>
  server.create<Form>("/forms", { name: "Rules", fields: FIELDS, ...settings });

async function post({ uuid }: Form, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/f/${uuid}`, {
    method: "POST",
    body,
    headers: { Accept: "text/html", Referer: "https://example.org/contact", ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}

/** The first tag of the page that has the attribute. */
const tag = (page: string, attribute: string) =>
  /<[a-z]+[^>]*>/.exec(page.slice(page.lastIndexOf("<", page.indexOf(attribute))))?.[0] ?? "";

describe("the page for a post that breaks rules", () => {
  const typed = () => {
    const data = new FormData();
    data.set("email", 'ada"><script>');
    data.set("seats", "many");
    data.set("day", "tomorrow");
    data.set("size", "XL");
    data.append("topics[]", "a");
    data.append("topics[]", "c");
    data.set("text", "\nlonger <b>text");
    data.set("campaign", "spring");
    data.set("extra", "stays & goes");
    data.set("_redirect", "/thanks");
    data.set("cv", new File(["x"], "a.exe"));
    return data;
  };

  it("lists every problem with its label, linked to the input", async () => {
    const { status, text } = await post(await make(), typed());

    expect(status).toBe(422);
    expect(text).toContain(
      '<a href="#field-0" dir="auto">E-mail</a>: Please enter an e-mail address',
    );
    expect([...text.matchAll(/<a href="#field-(\d)"/g)].map(([, index]) => index)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "5",
      "6",
      "8",
    ]);
    expect(tag(text, 'id="field-0"')).toContain('aria-describedby="field-0-wrong"');
    expect(text).toContain("Files have to be chosen again.");
  });

  it("keeps what was typed, also what the type of an input cannot hold, and everything else that was sent", async () => {
    const { text } = await post(await make(), typed());

    expect(text).not.toContain("<script>");
    expect(tag(text, 'id="field-0"')).toContain('value="ada&quot;&gt;&lt;script&gt;"');
    expect(tag(text, 'id="field-1"')).toMatch(/type="text".*value="many"/);
    expect(tag(text, 'id="field-2"')).toMatch(/type="text".*value="tomorrow"/);
    expect(text).toContain("\n\r\nlonger &lt;b&gt;text</textarea>");
    expect(
      [...text.matchAll(/<input type="checkbox" name="topics\[\]" value="(.)" checked/g)].map(
        ([, value]) => value,
      ),
    ).toEqual(["a", "c"]);
    expect(tag(text, 'name="campaign"')).toMatch(/type="hidden".*value="spring"/);
    expect(tag(text, 'name="extra"')).toMatch(/type="hidden".*value="stays &amp; goes"/);
    expect(tag(text, 'name="_redirect"')).toContain("https://example.org/thanks");
    expect(tag(text, 'name="_source_url"')).toContain("https://example.org/contact");
  });

  it("is in the language of the form", async () => {
    const form = await make({ language: "de" });

    const { text } = await post(form, new URLSearchParams({ email: "" }));

    expect(text).toContain('<html lang="de"');
    expect(text).toContain("Bitte füllen Sie dieses Feld aus.");
  });

  it("has the inputs also for a post of nothing but a refused file", async () => {
    const form = await make({ fields: [FIELDS[8]] });
    const data = new FormData();
    data.set("cv", new File(["x"], "a.exe"));

    const { status, text } = await post(form, data);

    expect(status).toBe(422);
    expect(tag(text, 'id="field-0"')).toMatch(/type="file".*accept=".pdf"/);
  });

  it.each([
    ["text", [["text", "x".repeat(65_537)]]],
    ["fields", Array.from({ length: 201 }, (_, n) => [`xxx ${n}`, ""])],
  ])("points to the Back button if there was too much %s to keep", async (_, fields) => {
    const { status, text } = await post(await make(), new URLSearchParams(fields));

    expect(status).toBe(422);
    expect(text).toContain("Back button");
    expect(text).not.toContain("xxx");
  });

  it("keeps no redirect but that to a web page", async () => {
    const { text } = await post(
      await make(),
      new URLSearchParams({ _next: "javascript:alert(1)" }),
    );

    expect(text).not.toContain("javascript");
  });
});

it("the test page shows the fields of the form with their attributes", async () => {
  const { uuid } = await make();

  const text = await (await fetch(`${server.url}/try/${uuid}`)).text();

  expect(tag(text, 'id="field-0"')).toMatch(/type="email".*name="email".*required/);
  expect(tag(text, 'id="field-5"')).toMatch(/^<textarea.*maxlength="5"/);
  expect(text).not.toContain('name="message"');
});
