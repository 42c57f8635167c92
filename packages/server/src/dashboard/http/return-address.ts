/** Where to go on to after a post, as its form says. */

/** An address of the dashboard, whatever was asked for; else `otherwise`. */
export function returnAddress(asked: string | undefined, otherwise: string): string {
  return asked !== undefined && /^\/dashboard(?:[/?]|$)/.test(asked) && !/[\\\p{Cc}]/u.test(asked)
    ? asked
    : otherwise;
}
