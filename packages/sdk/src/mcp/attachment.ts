/** Files of submissions as resources of the protocol. */
import { type CallApi, jsonOf } from "./api-calls.ts";
import { ATTACHMENT_URI } from "./records.ts";
import { ToolError } from "./tool-error.ts";
import { labelText, type NewMark } from "./untrusted.ts";

/** Larger files are refused: the contents go into the context of a model. */
const MAX_FILE_BYTES = 1_024 * 1_024;
const MAX_TEXT_BYTES = 100 * 1_024;

/** A type, not an interface: the protocol's results may have any other member. */
export type AttachmentContents = {
  contents: (
    | { readonly uri: string; readonly mimeType: string; readonly text: string }
    | { readonly uri: string; readonly mimeType: string; readonly blob: string }
  )[];
};

/**
 * Reads a file by its URI. A text is labeled as untrusted; other files are returned as base64.
 *
 * @throws ToolError if the key can read no such file, or if it is larger than 1 MiB, a text than 100 KiB.
 */
export async function readAttachment(
  uri: string,
  callApi: CallApi,
  newMark: NewMark,
): Promise<AttachmentContents> {
  const id = uri.startsWith(ATTACHMENT_URI) ? uri.slice(ATTACHMENT_URI.length) : "";
  if (!/^[1-9]\d{0,15}$/.test(id)) {
    throw new ToolError(`There is no resource with this URI. Files are ${ATTACHMENT_URI}ID.`);
  }
  const answer = await callApi({
    method: "GET",
    path: `/attachments/${id}`,
    query: {},
    // One byte more, which tells whether the file is too large.
    headers: { range: `bytes=0-${MAX_FILE_BYTES}` },
  });
  // A range of an empty file is outside of it.
  const body = answer.status === 416 ? new Uint8Array() : answer.body;
  if (answer.status !== 416 && answer.status >= 300) jsonOf(answer);
  const mimeType =
    (answer.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const text = isText(mimeType) ? utf8(body) : undefined;
  const maxBytes = text === undefined ? MAX_FILE_BYTES : MAX_TEXT_BYTES;
  if (body.length > maxBytes) {
    throw new ToolError(
      `The file is larger than ${maxBytes / 1_024} KiB, the limit for agents. A person can download it in the dashboard.`,
    );
  }
  return {
    contents: [
      text === undefined
        ? { uri, mimeType, blob: Buffer.from(body).toString("base64") }
        : { uri, mimeType, text: labelText(text, newMark) },
    ],
  };
}

const isText = (mimeType: string) =>
  /^text\/|^application\/(?:json|xml|csv|yaml)$|\+(?:json|xml)$/.test(mimeType);

/** `undefined` if the bytes are not UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
