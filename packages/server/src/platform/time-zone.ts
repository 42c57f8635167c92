/** Time zones by name. */

/** Whether this version of Node knows the time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns `name`, or `UTC` if it is unknown: a newer version of Node may have accepted it for a form. */
export const timeZoneOrUtc = (name: string): string => (isTimeZone(name) ? name : "UTC");
