// The example pages of other form services, in a real browser against a real server: only their action is changed.
import { readFileSync } from "node:fs";
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import { useShared } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { ORIGIN_SERVICES } from "../../packages/server/src/domain/origin-service.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { openSite } from "./site.ts";

const TYPED = { name: "Ada", email: "ada@example.org", message: "Please call me\ntomorrow." };

/** Fields of the page besides the typed ones that are data here too. */
const FURTHER_DATA: Readonly<Record<string, object>> = {
  formspree: { _subject: "Contact form" },
  formsubmit: { _subject: "New message" },
  staticforms: { replyTo: "@" },
};
/** What the scripts of the pages show after a post. */
const SAID: Readonly<Record<string, string>> = {
  formspree: "Thanks for your submission!",
  netlify: "Thank you!",
  web3forms: "Your message has been received.",
  formcarry: "We received your submission, thank you!",
};
const NAMES_NEXT: readonly string[] = ["formsubmit", "staticforms"];

const server = useApiServer();
const site = useShared(openSite);
const browser = useShared(openBrowser);
beforeAll(() => {
  for (const name of ["thanks", "done"]) {
    site.show(`/${name}`, {
      html: `<!doctype html><title>${name}</title><h1>Ours: ${name}</h1>`,
    });
  }
});

/** As docs/use/moving.md says; pages that name the next one also without the setting that this needs. */
const cases = ORIGIN_SERVICES.flatMap((service) => {
  const namesNext = NAMES_NEXT.includes(service);
  return [false, true].flatMap((hasRedirect) =>
    (namesNext ? [true, false] : [false]).map((isAllowed) => ({
      service,
      hasRedirect,
      isAllowed,
      next: namesNext && (isAllowed || hasRedirect) ? "done" : hasRedirect ? "thanks" : undefined,
    })),
  );
});

it.each(cases)(
  "$service is sent and stored, with redirect_url: $hasRedirect, its site allowed: $isAllowed",
  async ({ service, hasRedirect, isAllowed, next }) => {
    const form = await server.create<Form>("/forms", {
      name: service,
      origin_service: service,
      allowed_domains: isAllowed ? ["127.0.0.1"] : [],
      redirect_url: hasRedirect ? `${site.url}/thanks` : null,
    });
    const html = readFileSync(`examples/moved/${service}.html`, "utf8");
    const path = `/${service}-${hasRedirect}-${isAllowed}`;
    site.show(path, {
      html: html.replace("http://127.0.0.1:8787/f/YOUR_FORM", `${server.url}/f/${form.uuid}`),
    });
    const page = await browser.newPage({ locale: "en-US" });
    try {
      await page.goto(site.url + path);
      for (const [name, text] of Object.entries(TYPED)) await page.fill(`[name=${name}]`, text);

      await page.click("button");

      const said = SAID[service];
      if (said !== undefined) {
        await page.locator("output").filter({ hasText: said }).waitFor();
      } else {
        const heading = next === undefined ? "Thank you" : `Ours: ${next}`;
        await page.locator("h1").filter({ hasText: heading }).waitFor();
      }
      const isHosted = said === undefined && next === undefined;
      expect(page.url().startsWith(server.url)).toBe(isHosted);
      const isLeft = page.url() !== site.url + path;
      const { submissions } = await server.read<SubmissionList>(`/submissions?form_id=${form.id}`);
      // As the browser encodes a form; scripts that read the form themselves send the line breaks of the page.
      const isEncoded = said === undefined || service === "formspree";
      expect(isLeft).toBe(said === undefined);
      expect(submissions).toMatchObject([{ email: TYPED.email, spam: false, attachments: [] }]);
      expect(submissions[0]?.payload_params).toEqual({
        ...TYPED,
        ...FURTHER_DATA[service],
        message: isEncoded ? "Please call me\r\ntomorrow." : "Please call me\ntomorrow.",
      });
    } finally {
      await page.close();
    }
  },
);
