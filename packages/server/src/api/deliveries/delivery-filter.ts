/** Which deliveries a request names, and which of them its caller may see. */
import type { AnswerFilter } from "../../domain/delivery/delivery.ts";
import type { DestinationKind, KindFilter } from "../../domain/delivery/destination.ts";
import { isMadeByUsers } from "../../domain/delivery/destination.ts";
import { parseTime } from "../../domain/parse-time.ts";
import { parseUnreachedId } from "../../domain/delivery/unreached.ts";
import type { DeliveryFilter, DeliveryScope } from "../../store/deliveries/matching-deliveries.ts";
import type { Caller } from "../http/caller.ts";
import type { ApiParts } from "../http/env.ts";
import { namedScope, requireAccountKey } from "../http/scope.ts";

interface NamedScope {
  readonly form_id?: string | number | undefined;
  readonly project_id?: number | undefined;
  readonly submission_id?: number | undefined;
  readonly kind?: DestinationKind | undefined;
  readonly destination_id?: number | undefined;
}

/** @throws AppError `forbidden` or `not_found` for the form, `forbidden` for the kind. */
export async function scopeFor(
  parts: Pick<ApiParts, "store">,
  caller: Caller,
  { form_id, project_id, submission_id, kind, destination_id }: NamedScope,
): Promise<DeliveryScope> {
  const name = form_id === undefined ? undefined : String(form_id);
  const { scope } = await namedScope(parts, caller, { form_id: name, project_id });
  return { ...scope, submission_id, kind: kindFor(caller, kind), destination_id };
}

/**
 * The kind that the caller may see, `undefined` for every kind. A form key may be in a page; e-mails have the addresses
 * of recipients, and the links by which they unsubscribe.
 *
 * @throws AppError `forbidden` for a form key that asks for another kind.
 */
export function kindFor(caller: Caller, wanted?: DestinationKind): KindFilter | undefined {
  if (caller.kind !== "form") return wanted;
  if (wanted !== undefined && !isMadeByUsers(wanted)) requireAccountKey(caller);
  return wanted ?? "made_by_users";
}

/** @throws AppError `invalid` for an unknown item or time. */
export const endedFilter = ({
  attention,
  ended_until,
}: {
  readonly attention?: string | undefined;
  readonly ended_until?: string | undefined;
}): Pick<DeliveryFilter, "unreached" | "finishedUntil"> => ({
  unreached: attention === undefined ? undefined : parseUnreachedId("attention", attention),
  finishedUntil: parseTime("ended_until", ended_until),
});

/** @param text `503`, `5xx`, `none` or an error code, as openapi.yaml has it. */
export function answerFilter(text: string | undefined): AnswerFilter | undefined {
  if (text === undefined || text === "none") return text;
  if (!/^\d/.test(text)) return { error_code: text };
  const min = Number(text.replace("xx", "00"));
  return { min, max: text.endsWith("xx") ? min + 99 : min };
}
