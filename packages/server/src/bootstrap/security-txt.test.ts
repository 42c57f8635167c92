import { createFakeClock } from "../../test/fake-clock.ts";
import { readConfig } from "../config/config.ts";
import { securityTxtRoutes } from "./security-txt.ts";

const clock = createFakeClock(Date.UTC(2026, 10, 23));
const ask = (setting: string | undefined, url = "https://forms.example.org") =>
  securityTxtRoutes({
    securityContact: readConfig({ INTRAY_SECURITY_CONTACT: setting }).config.securityContact,
    publicUrl: () => url,
    clock,
  }).request("/.well-known/security.txt");

describe("security.txt", () => {
  it("names the contact, an end of validity within a year, and its own address", async () => {
    const answer = await ask("security@example.org");

    expect(answer.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expect(await answer.text()).toBe(
      "Contact: mailto:security@example.org\nExpires: 2027-05-22T00:00:00.000Z\nCanonical: https://forms.example.org/.well-known/security.txt\n",
    );
  });

  it("may name a page, and has no canonical address without https", async () => {
    const answer = await ask("https://example.org/report", "http://127.0.0.1:8787");

    expect(await answer.text()).toMatch(/^Contact: https:\/\/example\.org\/report\nExpires: .+\n$/);
  });

  it("is absent without a contact", async () => {
    expect((await ask(undefined)).status).toBe(404);
  });

  it.each(["http://example.org/report", "the front desk", "javascript:alert(1)", "a@b.test\nX: y"])(
    "rejects %j as a contact",
    (contact) => {
      expect(() => readConfig({ INTRAY_SECURITY_CONTACT: contact })).toThrow(
        "INTRAY_SECURITY_CONTACT must be an e-mail address or an https URL",
      );
    },
  );
});
