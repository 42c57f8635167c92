import { FORM_SETTINGS, type FormChange } from "./form.ts";
import { normalizeSettings } from "./setting.ts";

describe("the settings of a form", () => {
  it("are stored in one way, and keep what was omitted", () => {
    const normal = normalizeSettings(FORM_SETTINGS, {
      redirect_url: "",
      redirect_button_text_color: "#FFFF00",
      notification_emails: "ada@Example.org;ADA@example.org",
      notification_cc_emails: "",
      notification_subject: "",
      button_text_color: "#FFFFFF",
      autoreply_email: " ada@Example.org ",
    });

    expect(normal).toEqual({
      settings: {
        redirect_url: null,
        redirect_button_text_color: "#ffff00",
        notification_emails: "ada@example.org",
        notification_cc_emails: "",
        notification_subject: null,
        button_text_color: "#ffffff",
        autoreply_email: "ada@example.org",
      },
    });
  });

  it.each<FormChange>([
    {},
    { redirect_url: null },
    { redirect_url: "https://example.org/thanks?a=b" },
    { timezone: "Europe/Berlin" },
    { timezone: "UTC" },
    { allowed_domains: [], blocked_domains: ["example.org", "WWW.Example.org", "localhost"] },
    { allowed_domains: ["127.0.0.1", "[::1]", "xn--bcher-kva.de"] },
  ])("are accepted: %j", (change) => {
    expect(normalizeSettings(FORM_SETTINGS, change)).toEqual({ settings: change });
  });

  it.each<[FormChange, RegExp]>([
    [{ redirect_url: "thanks.html" }, /https/],
    [{ redirect_url: "javascript:alert(1)" }, /https/],
    [{ recaptcha_failed_url: "failed.html" }, /https/],
    [{ redirect_button_url: "//example.org" }, /https/],
    [{ timezone: "Mars/Olympus" }, /Europe\/Berlin/],
    [{ timezone: "" }, /Europe\/Berlin/],
    [{ allowed_domains: ["https://example.org/form"] }, /write "example.org"/],
    [{ allowed_domains: ["example.org:8080"] }, /write "example.org"/],
    [{ allowed_domains: ["bücher.de"] }, /write "xn--bcher-kva.de"/],
    [{ blocked_domains: ["*.example.org"] }, /subdomains/],
    [{ blocked_domains: [""] }, /is not a domain/],
    [{ blocked_domains: ["a b"] }, /is not a domain/],
    [{ redirect_button_background_color: "red" }, /#1a7f37/],
    [{ redirect_button_text_color: "#fff;--x:1" }, /#1a7f37/],
    [{ notification_emails: "ada@example.org, bob" }, /"bob"/],
    [{ notification_bcc_emails: "Ada <ada@example.org>" }, /brackets/],
    [{ notification_subject: "Hello\r\nBcc: eve@example.org" }, /one line/],
    [{ notification_from_name: "Ada\nBcc: eve@example.org" }, /one line/],
    [{ autoreply_from_name: "Ada\u2028Bcc: eve@example.org" }, /one line/],
    [{ autoreply_title: "CEO\u0085" }, /one line/],
    [{ button_text_color: "red" }, /#1a7f37/],
    [{ button_background_color: "#fff;}" }, /#1a7f37/],
    [{ logo: "http://example.org/logo.png" }, /https/],
    [{ logo: "https://user:password@example.org/logo.png" }, /https/],
    [{ logo: 'javascript:alert("https://")' }, /https/],
    [{ logo: "https://example.org/a b.png" }, /https/],
    [{ autoreply_email: "ada@example.org, bob@example.org" }, /not valid|not a domain/],
  ])("are refused: %j", (change, message) => {
    expect(normalizeSettings(FORM_SETTINGS, change)).toMatchObject({
      problem: { field: Object.keys(change)[0], message: expect.stringMatching(message) },
    });
  });
});
