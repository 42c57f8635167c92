/** The recipients of a form's e-mails: their states, asking for a confirmation again, and releasing addresses. */
import type { Hono } from "hono";
import { type Recipient, type RecipientList, zRecipientInput } from "@intray/sdk/schemas";
import { AppError, invalid } from "../../domain/errors.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import { MASK } from "../../domain/delivery/webhook.ts";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";
import type { RecipientRecord } from "../../store/mail/mail-addresses.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { isPartial } from "../../store/engine/paging.ts";
import { scopeOf } from "../http/caller.ts";
import { isMasked } from "../http/masks.ts";
import { parseBody } from "../http/request.ts";
import { requireForm } from "../http/scope.ts";

const MAX_SUPPRESSED = 1_000;

export function recipientRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, recipients } = parts;
  const scope = async (c: ApiContext) => {
    const caller = c.get("caller");
    const { id: form_id } = await requireForm(parts, caller, c.req.param("form_id") ?? "");
    return { account_id: caller.account_id, form_id, isLimited: isPartial(scopeOf(caller)) };
  };
  const listOf = async (
    c: ApiContext,
    { account_id, form_id, isLimited }: Awaited<ReturnType<typeof scope>>,
  ) => {
    const [all, suppressed] = await Promise.all([
      store.reads.listRecipients({ form_id }),
      store.reads.listSuppressed({ account_id, limit: MAX_SUPPRESSED }),
    ]);
    const shown = (address: string) => (isMasked(c.get("caller")) ? MASK : address);
    return {
      recipients: all.map((one) => ({ ...recipientRecord(one), address: shown(one.address) })),
      suppressed: suppressed.flatMap(({ address, suppressed_at, suppressed_reason }) =>
        suppressed_at === null || (isLimited && find(all, address) === undefined)
          ? []
          : [{ address: shown(address), suppressed_at: isoTime(suppressed_at), suppressed_reason }],
      ),
    } satisfies RecipientList;
  };

  app.get("/forms/:form_id/recipients", async (c) => c.json(await listOf(c, await scope(c))));

  app.post("/forms/:form_id/recipients/confirm", async (c) => {
    const form = await scope(c);
    const address = await addressIn(c);
    const { form_id, account_id } = form;
    const found = find(await store.reads.listRecipients({ form_id }), address);
    const state = found === undefined ? undefined : stateOf(found);
    if (state !== "waiting") throw notWaiting(address, state);
    await recipients.sendConfirmation({ account_id, address });
    return c.json(await listOf(c, form));
  });

  app.post("/forms/:form_id/recipients/release", async (c) => {
    const form = await scope(c);
    const address = await addressIn(c);
    const { account_id, form_id, isLimited } = form;
    const isForeign =
      isLimited && find(await store.reads.listRecipients({ form_id }), address) === undefined;
    if (isForeign || !(await store.writes.releaseAddress({ account_id, address }))) {
      throw new AppError("conflict", `${address} is not suppressed.`);
    }
    return c.json(await listOf(c, form));
  });
}

const find = (all: readonly RecipientRecord[], address: string) =>
  all.find((one) => addressKey(one.address) === addressKey(address));

/** @throws AppError `invalid` for text that is not an address, which could not be shown in messages as it is. */
async function addressIn(c: ApiContext): Promise<string> {
  const { address } = await parseBody(c, zRecipientInput);
  const parsed = parseAddress(address.trim());
  if ("problem" in parsed) throw invalid("address", parsed.problem);
  return parsed.address;
}

const WHY_NOT_WAITING = {
  active: "is confirmed",
  unsubscribed: "has unsubscribed from this form",
  suppressed: "is suppressed. Release it first",
  no_access: "is the address of a person without access to this form",
} as const;

const notWaiting = (address: string, state: keyof typeof WHY_NOT_WAITING | undefined) =>
  new AppError(
    "conflict",
    state === undefined
      ? `${address} is not a recipient of this form. Save it in one of the form's lists first.`
      : `${address} ${WHY_NOT_WAITING[state]}.`,
  );

const STATES: Readonly<Record<string, Recipient["state"]>> = {
  unsubscribed: "unsubscribed",
  suppressed: "suppressed",
  no_access: "no_access",
  not_confirmed: "waiting",
};

const stateOf = ({ disabled_reason }: RecipientRecord): Recipient["state"] =>
  disabled_reason === null ? "active" : (STATES[disabled_reason] ?? "waiting");

function recipientRecord(recipient: RecipientRecord): Recipient {
  const { address, role, confirmed_at, confirmation_sent_at } = recipient;
  return {
    address,
    list: role ?? "to",
    state: stateOf(recipient),
    confirmed_at: isoTimeOrNull(confirmed_at),
    confirmation_sent_at: isoTimeOrNull(confirmation_sent_at),
  };
}
