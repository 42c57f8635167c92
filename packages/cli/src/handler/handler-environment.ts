/** What a handler finds in its environment: who it works for, and no secret of ours. */
import type { QueueDelivery } from "@intray/sdk/queue";

/** Variables of ours that hold the key or say where it is. */
const KEY_VARIABLE = /^INTRAY_API_KEY/;

/** Hands the credentials on, for a handler that calls the API itself. */
export interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/**
 * The part that is the same for every handler of a run.
 *
 * @param apiKey Left out under whatever name it stands.
 * @param passed Set when `--pass-credentials` asks for it.
 */
export function handlerEnvironment(
  inherited: NodeJS.ProcessEnv,
  apiKey: string,
  passed?: Credentials,
): NodeJS.ProcessEnv {
  const kept = Object.entries(inherited).filter(
    ([name, value]) => !KEY_VARIABLE.test(name) && value !== apiKey,
  );
  return {
    ...Object.fromEntries(kept),
    ...(passed && { INTRAY_API_KEY: passed.apiKey, INTRAY_BASE_URL: passed.baseUrl }),
  };
}

/** The same for a batch: which deliveries they are stands in its lines alone. */
export function batchEnvironment(size: number): NodeJS.ProcessEnv {
  return { INTRAY_BATCH: String(size) };
}

/** The part that says which delivery it is. Never a field's value: `ps e` shows environments. */
export function deliveryEnvironment(delivery: QueueDelivery): NodeJS.ProcessEnv {
  return {
    INTRAY_SUBMISSION_ID: String(delivery.submissionId),
    INTRAY_FORM_ID: String(delivery.formId),
    INTRAY_ATTEMPT: String(delivery.attempt),
    INTRAY_REDELIVERED: delivery.redelivered ? "1" : "0",
    INTRAY_IDEMPOTENCY_KEY: delivery.id,
  };
}
