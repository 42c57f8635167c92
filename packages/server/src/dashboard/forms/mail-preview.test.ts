// The preview of a form's e-mails over HTTP, on a server that cannot send any.
import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { useDashboard, says } from "../../../test/dashboard.ts";
import { shownForm } from "../../../test/shown-form.ts";

const server = useDashboard();
const settings = { name: "Contact", logo: "https://cdn.example.org/logo.png" };
const form = useEach(async () => {
  const { id } = await server.create<Form>("/forms", settings);
  return { id, path: `/forms/${id}` };
});

const typed = async (over: Record<string, string>) => ({
  ...shownForm((await server.ada.get(`${form.path}/email`)).text, "settings"),
  ...over,
});
const preview = async (over: Record<string, string>) =>
  server.ada.post(`${form.path}/email/preview`, await typed(over));

describe("the preview of a form's e-mails", () => {
  it("keeps what was typed, shows it, and saves nothing", async () => {
    const page = await preview({
      notification_subject: "<b>{{form_name}}</b>",
      notification_emails: "half@",
      custom_template: `<p title='"'>{{form_name}}</p>`,
      use_custom_template: "yes",
    });

    const stored = await server.read<Form>(`/forms/${form.id}`);
    expect(page).toMatchObject(says(200, "Subject <b>Contact</b>"));
    expect(page.words).toContain("From Contact <the server's address>");
    expect(page.text).toMatch(
      /<iframe[^>]* sandbox=""[^>]* srcdoc="&lt;p title=&#39;&quot;&#39;&gt;/,
    );
    expect(page.text).toContain("half@");
    expect(stored).toMatchObject({ notification_subject: null, notification_emails: "" });
  });

  it("names line and column beside the field, in an unfolded part", async () => {
    const page = await preview({ preview_mail: "answer", autoreply_custom_template: "<p>{{x}}" });

    expect(page.status).toBe(422);
    expect(page.text).toMatch(/id="autoreply_custom_template-wrong">[^<]*line 1, column 6/);
    expect(page.text).toMatch(
      /<details class="folded" open=""><summary>HTML template of the answer/,
    );
    expect(page.text).toContain('data-line="1" data-column="6"');
  });

  it("names the inputs into which the script inserts merge tags", async () => {
    const { text } = await server.ada.get(`${form.path}/email`);

    const names = /data-templates="([^"]+)"/.exec(text)?.[1]?.split(" ") ?? [];
    expect(names).toContain("notification_subject");
    expect(names.filter((name) => !text.includes(` name="${name}"`))).toEqual([]);
  });

  it("may have its own styles and the logo, and nothing else of other hosts", async () => {
    const own = (await server.ada.get(`${form.path}/email`)).headers.get("content-security-policy");
    const other = (await server.ada.get("/forms")).headers.get("content-security-policy");

    const common = (style: string, image: string) =>
      `default-src 'none'; script-src 'self'; style-src ${style}; img-src ${image}; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
    expect(own).toBe(common("'self' 'unsafe-inline'", "'self' https://cdn.example.org"));
    expect(other).toBe(common("'self'", "'self'"));
  });

  it("is not sent while e-mail is not set up, and says what to set", async () => {
    const page = await server.ada.post(`${form.path}/email/test`, await typed({}));

    expect(page.status).toBe(422);
    expect(page.words).toContain(
      "The e-mail cannot be sent. E-mail is not set up on this server: set INTRAY_SMTP_URL and INTRAY_MAIL_FROM.",
    );
    expect(page.text).toContain("<iframe");
  });
});
