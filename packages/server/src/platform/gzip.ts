/** Which responses may be gzipped. */

/** @param acceptEncoding The request's `Accept-Encoding`; empty if it has none. */
export const acceptsGzip = (acceptEncoding: string): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(acceptEncoding);
