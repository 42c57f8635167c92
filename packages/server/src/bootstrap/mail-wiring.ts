/** Connects e-mail recipients, a kind of destination, with the relay that the settings name. */
import type { Clock } from "../platform/clock.ts";
import { type MailConfig, readMailFiles } from "../config/mail-config.ts";
import type { DeliveryKinds } from "../domain/delivery-kind.ts";
import { loadComposer } from "../mail/compose.ts";
import { createMessageSigner } from "../mail/dkim.ts";
import { createEmailKind } from "../mail/email-kind.ts";
import { createSubmissionMessages } from "../mail/submission-messages.ts";
import { createMailTransport } from "../mail/transport.ts";
import type { Store } from "../store/store.ts";

export interface Mailing {
  readonly kind: NonNullable<DeliveryKinds["email"]>;
  close(): Promise<void>;
}

export interface MailingParts {
  readonly store: Pick<Store, "read">;
  readonly clock: Clock;
  /** The origin of links. */
  readonly publicUrl: () => string;
}

/** Relays may take their time to look at a message before they answer. */
const DEADLINE_MS = 35_000;

/** @throws Error with a message for the operator if a file of the settings cannot be used. */
export async function openMail(
  config: MailConfig,
  { store, clock, publicUrl }: MailingParts,
): Promise<Mailing> {
  const { relay, dkim } = readMailFiles(config);
  const { rate, concurrency } = config;
  const deadlineMs = DEADLINE_MS;
  await loadComposer();
  const transport = await createMailTransport({ relay, clock, deadlineMs, concurrency, rate });
  const fromAddress = config.from.address;
  const messageFor = createSubmissionMessages({
    formOf: (submission_id) => store.read("notifiedForm", { submission_id }),
    fromAddress,
    sign: await createMessageSigner(dkim),
    clock,
    publicUrl,
  });
  return {
    kind: createEmailKind({ transport, fromAddress, messageFor, concurrency, rate, deadlineMs }),
    close: () => transport.close(),
  };
}
