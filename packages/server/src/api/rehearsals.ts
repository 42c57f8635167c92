/** POST /forms/:form_id/rehearsals: what a change would have done with the submissions of a form. */
import type { Hono } from "hono";
import { zRehearsalInput, zRehearsedWebhook } from "@intray/sdk/schemas";
import { z } from "zod";
import { kindOfAddress } from "../domain/delivery/destination.ts";
import { WEBHOOK_DEFAULTS } from "../domain/delivery/webhook.ts";
import { invalid } from "../domain/errors.ts";
import { parseFormRef } from "../domain/form.ts";
import type { StoredDestination } from "../store/forms/form-lookup.ts";
import { formSchema, readFormChange } from "./forms.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { maskRecipient } from "./http/masks.ts";
import { parseBody, parseMembers, withEmptyAsDefault } from "./http/request.ts";
import { requireFormRecord } from "./http/scope.ts";
import { webhookSettings } from "./webhooks/webhook-record.ts";

const members = z.record(z.string(), z.unknown()).optional();
/** The changes themselves are parsed as the requests that save them. */
const rehearsalSchema = zRehearsalInput.extend({ form: members, form_webhook: members });
const webhookSchema = withEmptyAsDefault(zRehearsedWebhook, WEBHOOK_DEFAULTS);

const DEFAULT_DAYS = 30;

export function rehearsalRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock } = parts;

  app.post("/forms/:form_id/rehearsals", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const before = await requireFormRecord(parts, caller, c.req.param("form_id"));
    const { id, uuid } = before;
    const given = await parseBody(c, rehearsalSchema, "rehearsal");
    const { form, form_webhook, days = DEFAULT_DAYS } = given;
    if (form === undefined && form_webhook === undefined) {
      throw invalid("form", "Name what to rehearse: form, form_webhook or both.");
    }
    const settings =
      form &&
      (await readFormChange(parts, caller, before, (check) =>
        parseMembers(c, formSchema, form, check),
      ));
    const stored = await store.reads.routedDestinations({ form_id: id });
    const destinations = stored.map((one) => maskRecipient(one, caller));
    const webhook = form_webhook && (await parseMembers(c, webhookSchema, form_webhook));
    const changedDestinations =
      webhook === undefined ? destinations : withChange(destinations, webhook);
    const after =
      settings &&
      (await store.writes.updateForm({
        account_id,
        ref: parseFormRef(String(id)),
        settings,
        isPreview: true,
        // Nothing is made of it.
        recipients: { seed: "", mustConfirm: true },
        now: clock.now(),
      }));
    const change = { before, after: after?.form ?? before, destinations, changedDestinations };
    return c.json(
      await parts.rehearse({ account_id, id, uuid, days, ...change }, c.req.raw.signal),
    );
  });
}

/** @throws AppError `invalid` for a webhook that the form does not have, and for a wrong filter. */
function withChange(
  destinations: readonly StoredDestination[],
  { id, ...given }: z.output<typeof zRehearsedWebhook>,
): readonly StoredDestination[] {
  const before = destinations.find((one) => one.id === id && one.purpose === "submissions");
  if (before === undefined || kindOfAddress(before.address) === "email") {
    throw invalid("form_webhook.id", `There is no webhook with the id ${id} on this form.`);
  }
  const { filter, trigger_when_spam, enabled } = webhookSettings(given);
  const changed: StoredDestination = {
    ...before,
    filter: filter === undefined ? before.filter : filter,
    trigger_when_spam: (trigger_when_spam ?? before.trigger_when_spam === 1) ? 1 : 0,
    enabled: (enabled ?? before.enabled === 1) ? 1 : 0,
  };
  return destinations.map((one) => (one.id === id ? changed : one));
}
