/** The content types that a custom template can have. */
export const TEMPLATE_CONTENT_TYPES = [
  "application/json",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "application/graphql",
] as const;
export type TemplateContentType = (typeof TEMPLATE_CONTENT_TYPES)[number];

/** What a template can be written in: a content type of webhooks, or the HTML of mails. */
export type TemplateSyntax = TemplateContentType | "text/html";

export const isTemplateContentType = (text: string): text is TemplateContentType =>
  TEMPLATE_CONTENT_TYPES.some((one) => one === text);
