/** Labels and descriptions of webhook formats, content types and merge tags. */
import type { WebhookFormat } from "../../domain/webhook.ts";

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

/** Merge tags of a template, and what they render. */
export const MERGE_TAGS = [
  ["{{form_name}}", "The form’s name."],
  ["{{submission_id}}", "The submission’s id."],
  ["{{created_at}}", "When the submission was created."],
  ['{{field "email"}}', "The field with this name."],
  ["{{JSONstringify x}}", "A value as JSON, with quotes."],
  ["{{#each form_params}}{{this.name}}: {{this.value}}{{/each}}", "All fields, in order."],
  ["{{#each attachment}}{{this.name}} {{this.public_url}}{{/each}}", "All files; also file_size."],
  ["{{source_url}}", "The page’s URL; also source_host, source_path, source_fragment."],
  [
    "{{#each source_query}}{{this.name}}={{this.value}}{{/each}}",
    "The query parameters of the page’s URL.",
  ],
  ["{{lead_agent.score}}", "The lead score; also score_reasoning, score_location_info."],
  ["{{#if x}}…{{else}}…{{/if}}", "Depends on whether x has a value; #unless negates."],
  ["{{#unless @last}},{{/unless}}", "Inside #each: between items, not after the last."],
] as const;
