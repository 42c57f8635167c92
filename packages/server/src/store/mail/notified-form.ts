/** Reads what the notification of a submission shows besides the submission itself. */
import { MAILTO } from "../../domain/delivery/destination.ts";
import { locationFromJson } from "../../domain/submission/geo-location.ts";
import type { NotifiedForm } from "../../domain/mail/notified-form.ts";
import { parseSettings } from "../../domain/form.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import type { Db } from "../engine/schema.ts";

/** `undefined` if the submission was deleted. */
export async function notifiedForm(
  db: Db,
  { submission_id }: { readonly submission_id: number },
): Promise<NotifiedForm | undefined> {
  const row = await db
    .selectFrom("submission")
    .innerJoin("form", "form.id", "submission.form_id")
    .select(["form.id", "form.name", "form.uuid", "form.settings"])
    .select(["submission.geocoded", FORM_LABEL.as("label")])
    .where("submission.id", "=", submission_id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const destinations = await db
    .selectFrom("webhook")
    .select(["kind", "url", "recipient_role"])
    .where("form_id", "=", row.id)
    .where("purpose", "=", "submissions")
    .where("enabled", "=", 1)
    .orderBy("id")
    .execute();
  const withRole = (role: "to" | "cc") =>
    destinations
      .filter(({ kind, recipient_role }) => kind === "email" && recipient_role === role)
      .map(({ url }) => url.slice(MAILTO.length));
  const mail = parseSettings(row.settings);
  return {
    name: row.name,
    label: row.label,
    uuid: row.uuid,
    timezone: mail.timezone,
    mail,
    origin_service: mail.origin_service,
    to: withRole("to"),
    cc: withRole("cc"),
    hasWebhooks: destinations.some(({ kind }) => kind === "webhook"),
    location: locationFromJson(row.geocoded),
  };
}
