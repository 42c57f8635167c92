/** Destinations of every kind, with what their deliveries are sent with. */
import type { Selectable } from "kysely";
import type { SendingDestination, SendingRecipient } from "../../domain/delivery/destination.ts";
import { isMadeByUsers } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { compileOnce } from "../engine/compiled.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { REFUSED_REASON } from "../mail/recipient-states.ts";
import { sendingWebhook } from "../webhooks/webhook-secrets.ts";

type Row = Selectable<Schema["webhook"]> & { readonly refused_reason: string | null };

const sendingDestination = (row: Row, box: SecretBox): SendingDestination =>
  isMadeByUsers(row.kind) ? sendingWebhook(row, box) : sendingRecipient(row);

const sendingRecipient = (row: Row): SendingRecipient => ({
  kind: "email",
  id: row.id,
  uid: row.uid,
  address: row.url,
  stored_address: row.url,
  enabled: row.enabled === 1 && row.refused_reason === null,
  disabled_reason: row.refused_reason,
  form_id: row.form_id,
  purpose: row.purpose,
  recipient_role: row.recipient_role,
  link_token: row.link_token,
});

/** Destinations by id; a deleted one is left out. */
export async function findSendingDestinations(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
  box: SecretBox,
): Promise<ReadonlyMap<number, SendingDestination>> {
  const rows = await rowsOf(db, { ids: idsText(db, ids) });
  return new Map(rows.map((row) => [row.id, sendingDestination(row, box)]));
}

const rowsOf = compileOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("webhook")
    .selectAll()
    .select(REFUSED_REASON.as("refused_reason"))
    .where(isAmong(db, "id", p.ids)),
);
