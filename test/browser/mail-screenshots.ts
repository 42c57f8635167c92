// Takes the screenshots of docs/use/e-mail.md: a notification and an automatic answer on a phone, light and dark.
// Usage: npm run screenshots
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MAIL_DEFAULTS } from "../../packages/server/dist/domain/mail/settings.js";
import { notification } from "../../packages/server/dist/mail/notification.js";
import { reply } from "../../packages/server/dist/mail/reply.js";
import { startBrowser } from "./chromium.ts";

const FOLDER = fileURLToPath(new URL("../../docs/use/e-mail/", import.meta.url));
const INTRAY = "https://forms.example.org";

const form = {
  name: "Contact",
  uuid: "3f1c9a7b2d4e",
  timezone: "Europe/Oslo",
  mail: {
    ...MAIL_DEFAULTS,
    button_background_color: "#1c7148",
    data_receipt_email: true,
    autoreply_body:
      'Dear {{field "Name"}},\n\nthank you for your message. We read every one of them, and answer within two working days.',
    autoreply_greeting: "Kind regards",
    autoreply_name: "Grace Hopper",
    autoreply_title: "Oak & Ash, Bergen",
    autoreply_email: "grace@oak-and-ash.example",
  },
};
const createdAt = Date.UTC(2026, 10, 23, 13, 4);
const envelope = {
  fromAddress: "forms@example.org",
  to: ["grace@oak-and-ash.example"],
  cc: [],
  messageId: "msg_7_3@example.org",
  date: createdAt,
};
const file = (name: string, file_size: number) => ({
  name,
  file_size,
  public_url: `${INTRAY}/api/v1/attachments/${name}/public`,
  attachment_proxy_url: `${INTRAY}/api/v1/attachments/7`,
});
const submission = {
  id: 7,
  form_name: form.name,
  created_at: createdAt,
  source_url: "https://oak-and-ash.example/chairs",
  source_host: null,
  source_path: null,
  source_fragment: null,
  spam_score: 0,
  source_query: [],
  email: "ada@example.org",
  fields: [
    ["Name", "Ada Lovelace"],
    ["E-mail", "ada@example.org"],
    [
      "Message",
      "Good afternoon,\n\nwe would like to order forty of the oak chairs. Do you deliver to Stavanger?",
    ],
  ],
  attachments: [file("floor-plan.pdf", 1_423_000), file("hall.jpg", 820_000)],
  lead: {
    score: 82,
    score_reasoning: "Names a quantity and a place of delivery.",
    score_location_info: null,
  },
} as const;

const MAILS = {
  notification: notification({
    form,
    envelope,
    submission,
    place: "Stavanger, Rogaland, Norway",
    replyTo: submission.email,
    postedSubject: null,
    links: {
      open: `${INTRAY}/dashboard/submissions/7`,
      markAsSpam: `${INTRAY}/dashboard/submissions/7`,
      refire: `${INTRAY}/dashboard/submissions/7`,
    },
    unsubscribeUrl: `${INTRAY}/unsubscribe/token`,
    attachments: [],
    areFilesTooLarge: false,
  }),
  answer: reply({ form, envelope: { ...envelope, to: [submission.email] }, submission }),
};

mkdirSync(FOLDER, { recursive: true });
const browser = await startBrowser();
try {
  for (const [name, { html }] of Object.entries(MAILS)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width: 390, height: 400 }, colorScheme });
      await page.setContent(html ?? "");
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
  }
} finally {
  await browser.close();
}
