/** All payload formats: what is sent, and how people choose it. A new format is one entry here and its name in openapi.yaml. */
import type { Body } from "../../domain/delivery/delivery.ts";
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import {
  WEBHOOK_DEFAULTS,
  type WebhookFormat,
  type WebhookSettings,
} from "../../domain/delivery/webhook.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { discordText, mattermostText, ntfyText, telegramText } from "./chat.ts";
import { renderCustom } from "./custom.ts";
import { slackText } from "./slack.ts";
import { teamChatText } from "./team-chat.ts";

export type PayloadSettings = Pick<WebhookSettings, "format" | "template" | "content_type">;

interface PayloadFormat {
  readonly label: string;
  /** What the payload is, in a sentence. */
  readonly description: string;
  /** What it takes to use it, in a sentence. */
  readonly requirement?: string;
  /** They accept no other format. */
  readonly hosts?: readonly string[];
  readonly render: (
    source: PayloadSource,
    settings: Pick<PayloadSettings, "template" | "content_type">,
  ) => { readonly contentType: string; readonly text: string };
}

/** In the order in which people are offered them. */
export const FORMATS: Readonly<Record<WebhookFormat, PayloadFormat>> = {
  json: {
    label: "JSON",
    description: "All fields as top-level members, with id and attachments.",
    render: (source) => asJson(jsonText(source)),
  },
  data_json: {
    label: "Data-wrapped JSON",
    description: "The same as JSON, in a member named data.",
    render: (source) => asJson(`{"data":${jsonText(source)}}`),
  },
  form_urlencoded: {
    label: "Form URL-encoded",
    description: "The fields as a browser posts them, with id; lists as name[].",
    render: (source) => asForm(source, (name) => `${name}[]`),
  },
  customer_messaging: {
    label: "Customer.io (customer messaging)",
    description: "The fields and submission_id, in a member named data.",
    requirement: "Needs an Authorization header with the receiver’s credentials.",
    render: ({ id, fields }) => asJson(`{"data":${objectText(fields, [["submission_id", id]])}}`),
  },
  form_handler: {
    label: "Pardot (form handler)",
    description: "The same as form URL-encoded, but lists as repeated names.",
    render: (source) => asForm(source, (name) => name),
  },
  email_marketing: {
    label: "MailerLite (e-mail marketing)",
    description: "The e-mail address, and the other fields in a member named fields.",
    requirement: "Needs a field that holds an e-mail address.",
    /** `email` is empty if the submission has none. A field named email with another value remains a field. */
    render({ id, email, fields }) {
      const others = fields.filter(([, value]) => value !== email);
      const object = objectText(others, [["id", id]]);
      return asJson(`{"email":${JSON.stringify(email ?? "")},"fields":${object}}`);
    },
  },
  team_chat: {
    label: "Microsoft Teams",
    description: "An Adaptive Card with the fields.",
    requirement: "Needs the URL of an incoming webhook of the chat.",
    hosts: ["webhook.office.com"],
    render: (source) => asJson(teamChatText(source)),
  },
  slack: {
    label: "Slack",
    description: "A message of Block Kit blocks.",
    requirement: "Needs the URL of an incoming webhook of Slack.",
    hosts: ["hooks.slack.com"],
    render: (source) => asJson(slackText(source)),
  },
  discord: {
    label: "Discord",
    description: "A message with the fields as an embed.",
    requirement: "Needs the URL of a webhook of a channel.",
    hosts: ["discord.com"],
    render: (source) => asJson(discordText(source)),
  },
  mattermost: {
    label: "Mattermost",
    description: "A message with the fields as an attachment.",
    requirement: "Needs the URL of an incoming webhook of Mattermost.",
    render: (source) => asJson(mattermostText(source)),
  },
  telegram: {
    label: "Telegram",
    description: "A message of a bot, with the fields as text.",
    requirement: "Needs the URL https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT.",
    hosts: ["api.telegram.org"],
    render: (source) => asJson(telegramText(source)),
  },
  ntfy: {
    label: "ntfy",
    description: "A notification with the fields as text.",
    requirement: "Needs the URL of a topic, such as https://ntfy.sh/TOPIC?title=Contact.",
    hosts: ["ntfy.sh"],
    render: (source) => ({ contentType: "text/plain; charset=utf-8", text: ntfyText(source) }),
  },
  custom: {
    label: "Custom",
    description: "The output of your own template.",
    requirement: "Needs the template below.",
    render: (source, settings) => renderCustom(settings, source),
  },
};

/** The formats of hosts and their subdomains that accept no other. */
export const FORMAT_OF_HOST: Readonly<Record<string, WebhookFormat>> = Object.fromEntries(
  Object.entries(FORMATS).flatMap(([format, { hosts = [] }]) =>
    hosts.map((host) => [host, format as WebhookFormat]),
  ),
);

/** The format of a new webhook for which none is chosen. @param url A valid one, if it has one yet. */
export function formatOfUrl(url: string | undefined): WebhookFormat {
  const name = url === undefined ? "" : `.${new URL(url).hostname}`;
  const host = Object.keys(FORMAT_OF_HOST).find((one) => name.endsWith(`.${one}`));
  return FORMAT_OF_HOST[host ?? ""] ?? WEBHOOK_DEFAULTS.format;
}

/**
 * Renders the payload that is stored, signed and sent.
 *
 * @throws RenderError if a custom template renders no body.
 */
export function renderPayload(settings: PayloadSettings, source: PayloadSource): Body {
  const { contentType, text } = FORMATS[settings.format].render(source, settings);
  return { contentType, bytes: Buffer.from(text) };
}

const asJson = (text: string) => ({ contentType: "application/json", text });

/** The id and attachments of Intray replace fields with these names. */
function jsonText({ id, fields, attachments }: PayloadSource): string {
  const links = attachments.map(({ attachment_proxy_url, public_url }) => ({
    attachment_proxy_url,
    public_url,
  }));
  return objectText(fields, [
    ["id", id],
    ["attachments", links],
  ]);
}

/**
 * Writes each member separately, since a JavaScript object puts names such as "10" first. The members in
 * `own` come last and replace fields with the same name.
 */
function objectText(
  fields: Fields,
  own: readonly (readonly [name: string, value: unknown])[],
): string {
  const ownNames = new Set(own.map(([name]) => name));
  const members = [...fields.filter(([name]) => !ownNames.has(name)), ...own];
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

/** The pairs as received, then the id. @param listName The name of each item of a list. */
function asForm({ id, fields }: PayloadSource, listName: (name: string) => string) {
  const pairs = new URLSearchParams();
  for (const [name, value] of fields) {
    if (typeof value === "string") pairs.append(name, value);
    else for (const item of value) pairs.append(listName(name), item);
  }
  pairs.append("id", String(id));
  return { contentType: "application/x-www-form-urlencoded", text: pairs.toString() };
}
