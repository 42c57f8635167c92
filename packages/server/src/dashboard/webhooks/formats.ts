/** What a webhook can be told to send, in words. */
import type { WebhookFormat } from "../../domain/webhook.ts";

/** Name, what the payload holds, and what it needs. */
export const FORMATS = {
  json: ["JSON", "Every field at the top level, with the id and the attachments.", ""],
  data_json: ["Data wrapped JSON", "As JSON, under one member named data.", ""],
  form_urlencoded: [
    "Form URL encoded",
    "The fields as a browser posts them, and the id; a list as name[].",
    "",
  ],
  form_handler: ["Form handler", "As form URL encoded, but a list repeats its name.", ""],
  customer_messaging: [
    "Customer messaging",
    "The fields and submission_id, under data.",
    "Needs an Authorization header with the destination’s credential.",
  ],
  email_marketing: [
    "E-mail marketing",
    "The address by itself, the other fields under fields.",
    "Needs a field that holds an e-mail address.",
  ],
  team_chat: [
    "Team chat",
    "A card with the fields, for chats that take Adaptive Cards.",
    "Needs the address that the chat gives out for incoming webhooks.",
  ],
  slack: [
    "Slack",
    "A message made of blocks.",
    "Needs the address of an incoming webhook of Slack.",
  ],
  custom: ["Custom", "Whatever your own template writes.", "Needs the template below."],
} as const satisfies Record<WebhookFormat, readonly [string, string, string]>;

/** What a template may be sent as; empty stands for the first. */
export const CONTENT_TYPES = [
  ["", "JSON (application/json)"],
  ["application/json", "application/json"],
  ["application/xml", "application/xml"],
  ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
  ["multipart/form-data", "multipart/form-data: lines of name=value"],
  ["text/plain", "text/plain"],
  ["application/graphql", "application/graphql"],
] as const;

/** What a template may hold, and what is written there. */
export const MERGE_TAGS = [
  ["{{form_name}}", "The form’s name."],
  ["{{submission_id}}", "The submission’s id."],
  ["{{created_at}}", "When it came in."],
  ['{{field "email"}}', "The field of that name."],
  ["{{JSONstringify x}}", "A value as JSON, quotes included."],
  ["{{#each form_params}}{{this.name}}: {{this.value}}{{/each}}", "Every field, in its order."],
  ["{{#each attachment}}{{this.name}} {{this.public_url}}{{/each}}", "Every file; file_size too."],
  ["{{source_url}}", "The page it was sent from; source_host, source_path, source_fragment."],
  ["{{#each source_query}}{{this.name}}={{this.value}}{{/each}}", "The page’s query."],
  ["{{lead_agent.score}}", "The lead score; score_reasoning, score_location_info."],
  ["{{#if x}}…{{else}}…{{/if}}", "Where there is something; #unless is the other way round."],
  ["{{#unless @last}},{{/unless}}", "Inside of #each: between two, not after the last."],
] as const;
