/** The time zone of pages about one form, for people whose own zone is not known. */
import type { Form } from "@intray/sdk/schemas";
import { timeZoneOrUtc } from "../../platform/time-zone.ts";
import { errorOf } from "./api-client.ts";
import type { DashboardContext } from "./env.ts";

/** Shows times in the form's zone, if the browser has reported none. @param formId Id or uuid. */
export async function preferFormZone(c: DashboardContext, formId: string): Promise<void> {
  if (c.get("zone").source !== "default" || formId === "") return;
  const params = { path: { form_id: formId } };
  const answer = await c.get("api").GET("/api/v1/forms/{form_id}", { params });
  // The page itself reports a form that does not exist.
  if (errorOf(answer) !== undefined || answer.data === undefined) return;
  preferZoneOf(c, answer.data);
}

/** The same for a form that has been read. */
export function preferZoneOf(c: DashboardContext, { timezone }: Pick<Form, "timezone">): void {
  if (c.get("zone").source !== "default") return;
  c.set("zone", { name: timeZoneOrUtc(timezone), source: "default" });
}
