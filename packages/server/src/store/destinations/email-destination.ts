/** New e-mail destinations, which have none of a webhook's settings. */
import type { Insertable } from "kysely";
import type { Schema } from "../engine/schema.ts";

type Row = Insertable<Schema["webhook"]>;

/** What the e-mail destinations of different purposes differ in. */
type Own =
  | "purpose"
  | "account_id"
  | "form_id"
  | "name"
  | "url"
  | "takes_submissions"
  | "enabled"
  | "recipient_role"
  | "link_token"
  | "uid";

export const newEmailDestination = ({
  now,
  ...own
}: Pick<Row, Own> & { readonly now: number }): Row => ({
  kind: "email",
  ...own,
  trigger_when_spam: 0,
  created_at: now,
  updated_at: now,
});
