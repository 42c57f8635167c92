/** Connects e-mail recipients, a kind of destination, with the relay that the settings name. */
import type { ComposeAlert } from "../alerts/messages.ts";
import type { Clock } from "../platform/clock.ts";
import { type MailConfig, readMailFiles } from "../config/mail-config.ts";
import type { DigestRenderer } from "../digests/queue-digests.ts";
import { createDigestRenderer } from "../digests/render-digest.ts";
import type { DeliveryKind } from "../domain/delivery/delivery-kind.ts";
import type { SendingRecipient } from "../domain/delivery/destination.ts";
import { createAlertMessages } from "../mail/alert.tsx";
import { compose, loadComposer, type Mail } from "../mail/compose.ts";
import { composedMessageId } from "../domain/delivery/delivery.ts";
import { confirmLink, subscribeLink } from "../domain/mail/links.ts";
import { confirmation } from "../mail/confirmation.tsx";
import { createMessageSigner } from "../mail/dkim.ts";
import { createEmailKind } from "../mail/email-kind.ts";
import { messageIdOf } from "../mail/envelope.ts";
import { createSubmissionMessages } from "../mail/submission-messages.ts";
import type { MailSender } from "../mail/preview.ts";
import { createMailTransport } from "../mail/transport.ts";
import type { ComposeConfirmation } from "../recipients/confirmations.ts";
import { createReplyRefusals } from "../mail/reply-refusals.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Storage } from "../attachments/storage.ts";
import { createAttachedFiles } from "../mail/attached-files.ts";
import type { Store } from "../store/store.ts";

export interface Mailing {
  readonly kind: DeliveryKind<SendingRecipient>;
  /** Makes the message that asks a recipient to confirm its address. */
  readonly confirmationFor: ComposeConfirmation;
  readonly digestRenderer: DigestRenderer;
  /** Makes the message about an alert. */
  readonly alertFor: ComposeAlert;
  /** Sends tests. */
  readonly sender: MailSender;
  close(): Promise<void>;
}

export interface MailingParts {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "ageTime">;
  /** The origin of links. */
  readonly publicUrl: () => string;
  /** The content of an uploaded file; `undefined` if there is none. */
  readonly readFile: Storage["read"];
}

/** For a message with everything before it. The answer to the whole message may take longer. */
const DEADLINE_MS = 35_000;
/** Closing the transport aborts tests. */
const NEVER_ABORTED = new AbortController().signal;

/** @throws Error with a message for the operator if a file of the settings cannot be used. */
export async function openMail(
  config: MailConfig,
  { store, clock, clockWatch, publicUrl, readFile }: MailingParts,
): Promise<Mailing> {
  const { relay, dkim } = readMailFiles(config);
  const { rate, concurrency, answerTimeoutMs } = config;
  const deadlineMs = DEADLINE_MS;
  await loadComposer();
  const transport = await createMailTransport({ relay, clock, deadlineMs, concurrency, rate });
  const fromAddress = config.from.address;
  const sign = await createMessageSigner(dkim);
  const signed = async (mail: Mail) => sign(await compose(mail));
  const messageFor = createSubmissionMessages({
    formOf: (submission_id) => store.reads.notifiedForm({ submission_id }),
    fromAddress,
    sign,
    clock,
    publicUrl,
    attachedFiles: createAttachedFiles({
      filesOf: (submission_id) => store.reads.submissionFiles({ submission_id }),
      readFile,
    }),
  });
  const replyRefusal = createReplyRefusals({
    reserve: (request) => store.writes.reserveReply(request),
    clock,
    clockWatch,
    fromAddress,
    dailyLimit: config.answersPerDay,
  });
  return {
    kind: createEmailKind({
      transport,
      fromAddress,
      messageFor,
      replyRefusal,
      concurrency,
      rate,
      deadlineMs,
      answerTimeoutMs,
    }),
    async confirmationFor({ form, address, asks, token }, { uid, date }) {
      const messageId = messageIdOf(composedMessageId("confirmation", uid), fromAddress);
      const envelope = { fromAddress, to: [address], messageId, date };
      const link = asks === "confirm" ? confirmLink : subscribeLink;
      const confirmUrl = link(publicUrl(), token);
      return signed(confirmation({ form, envelope, confirmUrl }));
    },
    digestRenderer: createDigestRenderer({ fromAddress, sign, publicUrl }),
    alertFor: createAlertMessages({ fromAddress, sign, publicUrl }),
    sender: {
      address: fromAddress,
      signed,
      async send(mail, to) {
        const message = await signed(mail);
        return transport.send({ envelopeFrom: fromAddress, to, message }, NEVER_ABORTED);
      },
    },
    close: () => transport.close(),
  };
}
