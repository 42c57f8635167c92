/** Times as the API writes them: ISO 8601, UTC, milliseconds, `Z`. */

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
