/** Conditional requests for files, by ETag (RFC 9110, sections 8.8.3 and 13.1). */

/** A strong ETag: the hash of the file's bytes, which never change. */
export const etagOf = (sha256: Uint8Array): string => `"${Buffer.from(sha256).toString("hex")}"`;

const TAG = /(?:W\/)?("[^"]*")/g;

/** Whether `If-None-Match` contains the tag, strong or weak. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(TAG)].some(([, tag]) => tag === etag);
}

/** Whether a range may be sent: `If-Range` is absent or the same strong tag. A date never matches. */
export function allowsRange(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
