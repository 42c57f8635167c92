/** What an alert says, read when it is raised. */
import type { AlertDetail, AlertKind } from "../domain/alerts/alert.ts";
import type { AlertFacts } from "../store/alerts/alert-facts.ts";
import type { Store } from "../store/store.ts";
import type { ServerFacts } from "./conditions.ts";

/** @throws Error if the database does not answer. */
export async function readDetail(
  {
    account_id,
    kind,
    subject_id,
  }: { readonly account_id: number; readonly kind: AlertKind; readonly subject_id: number },
  {
    store,
    facts,
    server,
    now,
  }: {
    readonly store: Pick<Store, "reads">;
    readonly facts: AlertFacts;
    readonly server: ServerFacts;
    readonly now: number;
  },
): Promise<AlertDetail> {
  switch (kind) {
    case "webhook_failing":
    case "webhook_disabled": {
      const webhook = facts.destinations.find(({ id }) => id === subject_id);
      const last_error = await lastError(store, subject_id);
      return { kind, webhook: webhook?.name ?? "", form: webhook?.form_name ?? null, last_error };
    }
    case "mail_failing": {
      const recipient = facts.destinations.find(
        (one) => one.account_id === account_id && one.id in facts.mail_errors,
      );
      const last_error = recipient === undefined ? null : await lastError(store, recipient.id);
      return { kind, last_error };
    }
    case "deliveries_late":
      return { kind, waiting: await store.reads.countDue({ account_id, now }) };
    case "disk_low":
      return { kind, free_bytes: server.disk?.freeBytes ?? 0 };
    case "quota_low": {
      const form = server.formFiles.find(({ form_id }) => form_id === subject_id);
      if (form !== undefined) {
        const [used_bytes, max_bytes] = [form.bytes, server.formQuotaBytes ?? 0];
        return { kind, form: form.name, used_bytes, max_bytes };
      }
      const files = facts.files.find((one) => one.account_id === account_id);
      const [used_bytes, max_bytes] = [files?.bytes ?? 0, server.quotaBytes ?? 0];
      return { kind, form: null, used_bytes, max_bytes };
    }
  }
}

const lastError = async (store: Pick<Store, "reads">, id: number): Promise<string | null> =>
  (await store.reads.lastErrorTexts({ ids: [id] })).get(id) ?? null;
