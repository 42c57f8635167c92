/** What a caller already has of a file, by its ETag (RFC 9110, sections 8.8.3 and 13.1). */

/** A file never changes, so the hash of its bytes names them for good. */
export const etagOf = (sha256: Uint8Array): string => `"${Buffer.from(sha256).toString("hex")}"`;

const TAG = /(?:W\/)?("[^"]*")/g;

/** Whether `If-None-Match` names these bytes; a weak tag does too. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(TAG)].some(([, tag]) => tag === etag);
}

/** Whether a part may be sent: there is no `If-Range`, or it names these bytes strongly. A date never does. */
export function mayBePart(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
