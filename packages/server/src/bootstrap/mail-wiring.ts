/** Connects e-mail recipients, a kind of destination, with the relay that the settings name. */
import type { MailConfig } from "../config/mail-config.ts";
import { createDigestRenderer } from "../digests/render-digest.ts";
import { createAlertMessages } from "../mail/alert.tsx";
import { compose, loadComposer, type Mail } from "../mail/compose.ts";
import { composedMessageId } from "../domain/delivery/delivery.ts";
import { confirmLink, subscribeLink } from "../domain/mail/links.ts";
import { confirmation } from "../mail/confirmation.tsx";
import { invitation } from "../mail/invitation.tsx";
import { createMessageSigner } from "../mail/dkim.ts";
import { createEmailKind } from "../mail/email-kind.ts";
import { messageIdOf } from "../mail/envelope.ts";
import { createSubmissionMessages } from "../mail/submission-messages.ts";
import type { MailSender } from "../mail/preview.ts";
import { createMailTransport } from "../mail/transport.ts";
import type { RecipientParts } from "../api/http/env.ts";
import type { ComposeConfirmation } from "../recipients/confirmations.ts";
import { createReplyRefusals } from "../mail/reply-refusals.ts";
import type { Storage } from "../attachments/storage.ts";
import { createAttachedFiles } from "../mail/attached-files.ts";
import type { Origins } from "../domain/submission/submission-text.ts";
import type { Foundation } from "./foundation.ts";

export type Mailing = Awaited<ReturnType<typeof openMail>>;

export interface MailingParts extends Pick<Foundation, "dkim" | "store" | "clock" | "clockWatch"> {
  readonly origins: Origins;
  /** The content of an uploaded file; `undefined` if there is none. */
  readonly readFile: Storage["read"];
}

/** For a message with everything before it. The answer to the whole message may take longer. */
const DEADLINE_MS = 35_000;
/** Closing the transport aborts tests. */
const NEVER_ABORTED = new AbortController().signal;

export async function openMail(
  config: MailConfig,
  { dkim, store, clock, clockWatch, origins, readFile }: MailingParts,
) {
  const publicUrl = () => origins.publicUrl;
  const { relay, rate, concurrency, answerTimeoutMs } = config;
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
    origins,
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
  /** Makes the message that asks a recipient to confirm its address. */
  const confirmationFor: ComposeConfirmation = async (recipient, { uid, date }) => {
    const { form, address, asks, token } = recipient;
    const messageId = messageIdOf(composedMessageId("confirmation", uid), fromAddress);
    const envelope = { fromAddress, to: [address], messageId, date };
    const link = asks === "confirm" ? confirmLink : subscribeLink;
    return signed(confirmation({ form, envelope, confirmUrl: link(publicUrl(), token) }));
  };
  const invitationFor: RecipientParts["composeInvitation"] = async (mail, { uid, date }) => {
    const messageId = messageIdOf(composedMessageId("confirmation", uid), fromAddress);
    return signed(invitation(mail, { fromAddress, to: [mail.to], messageId, date }));
  };
  /** Sends tests. */
  const sender: MailSender = {
    address: fromAddress,
    signed,
    async send(mail, to) {
      const message = await signed(mail);
      return transport.send({ envelopeFrom: fromAddress, to, message }, NEVER_ABORTED);
    },
  };
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
    confirmationFor,
    invitationFor,
    digestRenderer: createDigestRenderer({ fromAddress, sign, publicUrl }),
    alertFor: createAlertMessages({ fromAddress, sign, publicUrl }),
    sender,
    close: () => transport.close(),
  };
}
