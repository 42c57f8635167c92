// Requests to the operations of replies and their templates.
import type { Json, OperationRequest } from "./operation-request.ts";

export const validReplies = (
  form: number,
  submission: number,
  template: number,
): readonly OperationRequest[] => [
  ["previewReply", { at: submission, json: { template_id: template } }],
  ["createReply", { at: submission, json: { text: "Thank you.", subject: "Re: Chairs" } }],
  ["createReplyTemplate", { json: { form_id: form, name: "Bye", body: "Goodbye." } }],
  ["updateReplyTemplate", { at: template, json: { body: "Hello {{form_name}}" } }],
  ["deleteReplyTemplate", { at: template }],
];

/** About records that do not exist. */
export const unknownReplies = (unknown: number): readonly OperationRequest[] => [
  ["previewReply", { json: { text: "Nobody reads it." } }],
  ["createReply", { json: { text: "Nobody reads it." } }],
  ["createReplyTemplate", { json: { form_id: unknown, name: "Hi", body: "Hello." } }],
  ["updateReplyTemplate", { json: { name: "Hi" } }],
];

/** Refused while the account has no address that an answer would reach. */
export const refusedReplies = (submission: number): readonly OperationRequest[] => [
  ["previewReply", { at: submission, json: { text: "Who answers?" } }],
  ["createReply", { at: submission, json: { text: "Who answers?" } }],
];

/** The second template is created; its name is taken before and after. */
export const refusedTemplates = (first: Json, template: number): readonly OperationRequest[] => [
  ["createReplyTemplate", { json: first }],
  ["createReplyTemplate", { json: { ...first, name: "Second" } }],
  ["updateReplyTemplate", { at: template, json: { name: "SECOND" } }],
];
