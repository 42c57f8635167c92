/** What a person has set for this browser, such as the time zone and the density of rows. Kept in cookies. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Form } from "@intray/sdk/schemas";
import { isTimeZone, timeZoneOrUtc } from "../../platform/time-zone.ts";
import { UTC, type PageZone } from "../format/zone.ts";
import type { DashboardContext } from "./env.ts";
import { errorOf } from "./api-client.ts";

const CHOSEN_ZONE = "intray_zone";
/** Set by dashboard.js, to the zone of the browser. */
const BROWSER_ZONE = "intray_browser_zone";
/** Also set by inbox.js. */
const DENSITY = "intray_density";
const PROJECT = "intray_project";
const FIRST_STEPS = "intray_first_steps";
/** 400 days, the longest that browsers keep a cookie. */
const MAX_AGE_S = 34_560_000;

export const DENSITIES = {
  comfortable: "Comfortable",
  compact: "Compact",
  full: "Whole messages",
} as const;
export type Density = keyof typeof DENSITIES;

/** The options of all cookies of the dashboard. */
export const cookieOptions = (publicUrl: string) =>
  ({
    path: "/dashboard",
    httpOnly: true,
    sameSite: "Lax",
    secure: publicUrl.startsWith("https:"),
  }) as const;

/** Returns the zone that was chosen, else the browser's, else UTC. */
export function readZone(c: DashboardContext): PageZone {
  const chosen = getCookie(c, CHOSEN_ZONE) ?? "";
  if (isZoneName(chosen)) return { name: chosen, source: "chosen" };
  const reported = getCookie(c, BROWSER_ZONE) ?? "";
  return isZoneName(reported) ? { name: reported, source: "browser" } : UTC;
}

/** Returns whether the text names a zone. Offsets such as `+02:00`, which Node accepts too, are not names. */
export const isZoneName = (text: string): boolean =>
  /^[a-z][\w+/-]{1,63}$/i.test(text) && isTimeZone(text);

/** Shows times in this zone from the next page on. @param zone `undefined` = the browser's. */
export function chooseZone(c: DashboardContext, zone: string | undefined, publicUrl: string): void {
  if (zone === undefined) deleteCookie(c, CHOSEN_ZONE, cookieOptions(publicUrl));
  else setCookie(c, CHOSEN_ZONE, zone, { ...cookieOptions(publicUrl), maxAge: MAX_AGE_S });
}

export function readDensity(c: DashboardContext): Density {
  const text = getCookie(c, DENSITY) ?? "";
  return isDensity(text) ? text : "comfortable";
}

export const isDensity = (text: string): text is Density => Object.hasOwn(DENSITIES, text);

export function chooseDensity(c: DashboardContext, density: Density, publicUrl: string): void {
  const options = { ...cookieOptions(publicUrl), httpOnly: false, maxAge: MAX_AGE_S };
  setCookie(c, DENSITY, density, options);
}

export const areFirstStepsHidden = (c: DashboardContext): boolean =>
  getCookie(c, FIRST_STEPS) === "hidden";

export function hideFirstSteps(c: DashboardContext, publicUrl: string): void {
  setCookie(c, FIRST_STEPS, "hidden", { ...cookieOptions(publicUrl), maxAge: MAX_AGE_S });
}

/** The project that this browser shows; `undefined` for all. A page that acts on a list names that of the list. */
export function readProject(c: DashboardContext): number | undefined {
  const id = Number(c.req.query("project") ?? getCookie(c, PROJECT));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Shows this project from the next page on. @param id `undefined` = all. */
export function chooseProject(c: DashboardContext, id: number | undefined, url: string): void {
  if (id === undefined) deleteCookie(c, PROJECT, cookieOptions(url));
  else setCookie(c, PROJECT, String(id), { ...cookieOptions(url), maxAge: MAX_AGE_S });
}

/** Shows times in the form's zone, if the browser has reported none. @param formId Id or uuid. */
export async function preferFormZone(c: DashboardContext, formId: string): Promise<void> {
  if (c.var.zone.source !== "default" || formId === "") return;
  const params = { path: { form_id: formId } };
  const answer = await c.var.api.GET("/api/v1/forms/{form_id}", { params });
  // The page itself reports a form that does not exist.
  if (errorOf(answer) !== undefined || answer.data === undefined) return;
  preferZoneOf(c, answer.data);
}

/** The same for a form that has been read. */
export function preferZoneOf(c: DashboardContext, { timezone }: Pick<Form, "timezone">): void {
  if (c.var.zone.source !== "default") return;
  c.set("zone", { name: timeZoneOrUtc(timezone), source: "default" });
}
