/** Labels and descriptions of webhook formats, content types and merge tags. */
import type { WebhookFormat } from "../../domain/delivery/webhook.ts";

/** Name, content of the payload, and requirements. */
export const FORMATS = {
  json: ["JSON", "All fields as top-level members, with id and attachments.", ""],
  data_json: ["Data-wrapped JSON", "The same as JSON, in a member named data.", ""],
  form_urlencoded: [
    "Form URL-encoded",
    "The fields as a browser posts them, with id; lists as name[].",
    "",
  ],
  form_handler: ["Form handler", "The same as form URL-encoded, but lists as repeated names.", ""],
  customer_messaging: [
    "Customer messaging",
    "The fields and submission_id, in a member named data.",
    "Needs an Authorization header with the receiver’s credentials.",
  ],
  email_marketing: [
    "E-mail marketing",
    "The e-mail address, and the other fields in a member named fields.",
    "Needs a field that holds an e-mail address.",
  ],
  team_chat: [
    "Team chat",
    "An Adaptive Card with the fields.",
    "Needs the URL of an incoming webhook of the chat.",
  ],
  slack: [
    "Slack",
    "A message of Block Kit blocks.",
    "Needs the URL of an incoming webhook of Slack.",
  ],
  custom: ["Custom", "The output of your own template.", "Needs the template below."],
} as const satisfies Record<WebhookFormat, readonly [string, string, string]>;

/** Content types of a template; empty is the default, JSON. */
export const CONTENT_TYPES = [
  ["", "JSON (application/json)"],
  ["application/json", "application/json"],
  ["application/xml", "application/xml"],
  ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
  ["multipart/form-data", "multipart/form-data (lines of name=value)"],
  ["text/plain", "text/plain"],
  ["application/graphql", "application/graphql"],
] as const;
