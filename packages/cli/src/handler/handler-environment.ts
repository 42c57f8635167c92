/** The environment of a handler: its delivery, without the API key. */
import type { QueueDelivery } from "@intray/sdk/queue";

/** Variables that contain the key or its location. */
const KEY_VARIABLE = /^INTRAY_API_KEY/;

/** Credentials for a handler that calls the API itself. */
export interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/**
 * Returns the variables that are the same for every handler of a run.
 *
 * @param apiKey Removed from the environment under any name.
 * @param credentials Added to the environment, for `--pass-credentials`.
 */
export function handlerEnvironment(
  inherited: NodeJS.ProcessEnv,
  apiKey: string,
  credentials?: Credentials,
): NodeJS.ProcessEnv {
  const kept = Object.entries(inherited).filter(
    ([name, value]) => !KEY_VARIABLE.test(name) && value !== apiKey,
  );
  return {
    ...Object.fromEntries(kept),
    ...(credentials && {
      INTRAY_API_KEY: credentials.apiKey,
      INTRAY_BASE_URL: credentials.baseUrl,
    }),
  };
}

/** Returns the variables of a batch. Its deliveries are only in its input lines. */
export function batchEnvironment(size: number): NodeJS.ProcessEnv {
  return { INTRAY_BATCH: String(size) };
}

/** Returns the variables of one delivery. Never a field value, because `ps e` shows environments. */
export function deliveryEnvironment(delivery: QueueDelivery): NodeJS.ProcessEnv {
  return {
    INTRAY_SUBMISSION_ID: String(delivery.submissionId),
    INTRAY_FORM_ID: String(delivery.formId),
    INTRAY_ATTEMPT: String(delivery.attempt),
    INTRAY_REDELIVERED: delivery.redelivered ? "1" : "0",
    INTRAY_IDEMPOTENCY_KEY: delivery.id,
  };
}
