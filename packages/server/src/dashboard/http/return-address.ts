/** The return address of a form: where to redirect after its post. */

/** Returns `requested` if it is an address of the dashboard, else `fallback`; prevents open redirects. */
export function returnAddress(requested: string | undefined, fallback: string): string {
  return requested !== undefined &&
    /^\/dashboard(?:[/?]|$)/.test(requested) &&
    !/[\\\p{Cc}]/u.test(requested)
    ? requested
    : fallback;
}
