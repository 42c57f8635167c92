/** The submission in the payload of a delivery, with types. */

/** A file of a submission, by its two links: with an API key, and public. */
export interface SubmittedFile {
  readonly attachment_proxy_url: string;
  readonly public_url: string;
}

/** What the formats `json` and `data_json` send. */
export interface DeliveredSubmission {
  readonly id: number;
  /** Each field by its name; a field that was posted several times is a list. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly attachments: readonly SubmittedFile[];
}

/** @throws TypeError if the payload has another format. */
export function readSubmission(payload: unknown): DeliveredSubmission {
  const { data = payload, ...others } = asObject(payload);
  // A form may have a field named data; only the format data_json has nothing beside it.
  const { id, attachments, ...fields } = asObject(
    Object.keys(others).length === 0 ? data : payload,
  );
  if (!isId(id) || !isListOf(attachments, isFile) || !Object.values(fields).every(isValue)) {
    throw new TypeError(
      "The payload is not in the format json or data_json. Choose one of them for the webhook, or read json() or text().",
    );
  }
  return { id, fields: fields as DeliveredSubmission["fields"], attachments };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isValue = (value: unknown): value is string | readonly string[] =>
  isText(value) || isListOf(value, isText);

const isListOf = <Item>(
  value: unknown,
  isItem: (one: unknown) => one is Item,
): value is readonly Item[] => Array.isArray(value) && value.every(isItem);

function isFile(value: unknown): value is SubmittedFile {
  const { attachment_proxy_url, public_url } = asObject(value);
  return isText(attachment_proxy_url) && isText(public_url);
}
