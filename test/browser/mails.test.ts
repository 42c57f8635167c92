// The HTML of mails in a real browser: accessible, light and dark, narrow and wide, and hostile values show as text.
import { useShared } from "../harness/use.ts";
import { alertMail } from "../../packages/server/src/mail/alert.tsx";
import type { Mail } from "../../packages/server/src/mail/compose.ts";
import { confirmation } from "../../packages/server/src/mail/confirmation.tsx";
import { digest } from "../../packages/server/src/mail/digest.tsx";
import { notification } from "../../packages/server/src/mail/notification.tsx";
import { reply } from "../../packages/server/src/mail/reply.tsx";
import { ENVELOPE, mailForm, notificationInput } from "../../packages/server/test/mail/mails.ts";
import { parsedMail } from "../../packages/server/test/mail/parsed.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { axeViolations, overflows } from "./page-checks.ts";

const ATTACKS = [
  "<script>document.title='hit'</script>",
  '"><img src="https://evil.test/x" onerror="document.title=\'hit\'">',
  "</td></tr></table></body><svg onload=document.title='hit'>",
  "</style><style>*{display:none}</style>",
  "</title><a href='javascript:alert(1)'>click</a>",
  "javascript:alert(1)//",
  "&lt;b&gt;<!--",
  `long${"word".repeat(400)}`,
  "שלום <b>‮gpj.exe",
  "東京都".repeat(200),
];
const HOSTILE = ATTACKS.join("\n");

const LINK = "https://intray.test/link";
const form = mailForm({ data_receipt_email: true, logo: null }, ATTACKS[1]);
const input = notificationInput();
const submission = {
  ...input.submission,
  form_name: HOSTILE,
  source_url: ATTACKS[5] ?? "",
  fields: [
    ...ATTACKS.map((attack, n) => [`${attack}${n}`, attack] as const),
    ["all", HOSTILE] as const,
  ],
  attachments: [
    { name: HOSTILE, public_url: LINK, attachment_proxy_url: LINK, file_size: 1_234_567 },
  ],
  lead: { score: 82, score_reasoning: HOSTILE, score_location_info: HOSTILE },
};
const links = { open: LINK, markAsSpam: LINK, refire: LINK };
const entry = { createdAt: 0, email: null, fields: submission.fields, open: LINK };
const template = `<!doctype html><html lang="en"><head><title>{{form_name}}</title></head><body><main><h1>New</h1>
  {{#each form_params}}<p title="{{this.value}}">{{this.name}}: {{this.value}} <a href="{{this.value}}">link</a></p>{{/each}}
  </main></body></html>`;
const isOwn = { custom_template: template, use_custom_template: true };

const MAILS: Readonly<Record<string, Mail>> = {
  notification: notification({
    ...input,
    form,
    submission,
    place: HOSTILE,
    links,
    unsubscribeUrl: LINK,
  }),
  "notification from the form's template": notification({
    ...input,
    form: mailForm(isOwn),
    submission,
    unsubscribeUrl: LINK,
  }),
  answer: reply({
    form: {
      ...form,
      mail: { ...form.mail, autoreply_body: '{{field "all"}}', autoreply_name: HOSTILE },
    },
    envelope: ENVELOPE,
    submission,
  }),
  digest: digest({
    form,
    envelope: ENVELOPE,
    from: 0,
    to: 1,
    counts: { submissions: 2, spam: 2 },
    submissions: [entry],
    spam: [entry],
    openAll: LINK,
    unsubscribeUrl: LINK,
  }),
  confirmation: confirmation({ form, envelope: ENVELOPE, confirmUrl: LINK }),
  alert: alertMail({
    news: [
      {
        kind: "webhook_failing",
        subject_id: 1,
        detail: { kind: "webhook_failing", webhook: HOSTILE, form: HOSTILE, last_error: HOSTILE },
        since: 0,
        raised_at: 0,
        resolved_at: null,
        resolution: null,
      },
    ],
    envelope: ENVELOPE,
    openUrl: LINK,
  }),
};

const requested: string[] = [];
const browser = useShared(openBrowser);
const page = useShared(() => browser.newPage());
beforeAll(() => void page.on("request", (request) => requested.push(request.url())));

const cases = Object.entries(MAILS);
it.each(cases)("(%s) shows hostile values as text, fits and is accessible", async (kind, mail) => {
  const { html } = await parsedMail(mail);
  // An automatic answer is a letter, without a heading.
  const isAllowed = (violation: string) =>
    kind === "answer" && violation.startsWith("page-has-heading-one");
  const problems: string[] = [];

  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 320],
    ["light", 700],
    ["dark", 700],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    if (kind.includes("template")) continue;
    if (await overflows(page)) problems.push(`wider than ${width} px`);
    problems.push(...(await axeViolations(page)));
  }

  expect(problems.filter((problem) => !isAllowed(problem))).toEqual([]);
  // Confirmations and alerts shorten names.
  const shown = kind === "confirmation" || kind === "alert" ? [] : ATTACKS.slice(0, 6);
  const text = (await page.textContent("body")) ?? "";
  expect(shown.filter((attack) => !text.includes(attack))).toEqual([]);
  expect(await page.title()).not.toBe("hit");
  expect(await page.locator("script, img, svg, iframe, object, form, body style").count()).toBe(0);
  const hrefs = await page.evaluate(() =>
    [...document.querySelectorAll("a")].map((link) => link.getAttribute("href")),
  );
  expect(hrefs.filter((href) => href !== "#" && href !== LINK)).toEqual([]);
  expect(requested.filter((url) => !url.startsWith("about:"))).toEqual([]);
});

it("is dark where the reader's programs are dark", async () => {
  const background = () =>
    page.evaluate(
      () => getComputedStyle(document.querySelector(".card") ?? document.body).backgroundColor,
    );
  await page.setContent(MAILS["notification"]?.html ?? "");

  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });

  expect([light, await background()]).toEqual(["rgb(255, 254, 251)", "rgb(30, 28, 34)"]);
});
