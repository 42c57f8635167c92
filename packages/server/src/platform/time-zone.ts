/** Time zones by name. */
import { tryOrUndefined } from "./errors.ts";

/** Whether this version of Node knows the time zone, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean =>
  tryOrUndefined(() => new Intl.DateTimeFormat("en", { timeZone: name })) !== undefined;

/** Returns `name`, or `UTC` if it is unknown: a newer version of Node may have accepted it for a form. */
export const timeZoneOrUtc = (name: string): string => (isTimeZone(name) ? name : "UTC");
