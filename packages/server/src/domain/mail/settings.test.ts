import { describe, expect, it } from "vitest";
import { type MailSettings, normalMailSettings } from "./settings.ts";

describe("e-mail settings", () => {
  it("are stored in one way, and keep what was omitted", () => {
    const normal = normalMailSettings({
      notification_emails: "ada@Example.org;ADA@example.org",
      notification_cc_emails: "",
      notification_subject: "",
      button_text_color: "#FFFFFF",
      autoreply_email: " ada@Example.org ",
    });

    expect(normal).toEqual({
      settings: {
        notification_emails: "ada@example.org",
        notification_cc_emails: "",
        notification_subject: null,
        button_text_color: "#ffffff",
        autoreply_email: "ada@example.org",
      },
    });
  });

  it.each<[Partial<MailSettings>, RegExp]>([
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
    const normal = normalMailSettings(change);

    expect(normal).toMatchObject({
      problem: { field: Object.keys(change)[0], message: expect.stringMatching(message) },
    });
  });
});
