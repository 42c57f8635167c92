/** All payload formats: what is sent, and how people choose it. A new format is one entry here and its name in openapi.yaml. */
import type { Body } from "../../domain/delivery/delivery.ts";
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import type { WebhookFormat, WebhookSettings } from "../../domain/delivery/webhook.ts";
import type { Fields } from "../../domain/submission/submission.ts";
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
    render: (source) => asJson(teamChatText(source)),
  },
  slack: {
    label: "Slack",
    description: "A message of Block Kit blocks.",
    requirement: "Needs the URL of an incoming webhook of Slack.",
    render: (source) => asJson(slackText(source)),
  },
  custom: {
    label: "Custom",
    description: "The output of your own template.",
    requirement: "Needs the template below.",
    render: (source, settings) => renderCustom(settings, source),
  },
};

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
