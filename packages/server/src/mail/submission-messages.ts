/** The messages about one submission: which mail a recipient gets, and its bytes. */
import { messageId } from "../domain/delivery/delivery.ts";
import type { PayloadSource } from "../domain/delivery/payload-source.ts";
import type { DeliveredSubmission } from "../domain/delivery/delivery-kind.ts";
import type { SendingRecipient } from "../domain/delivery/destination.ts";
import { locationText } from "../domain/submission/geo-location.ts";
import { unsubscribeLink } from "../domain/mail/links.ts";
import type { NotifiedForm } from "../domain/mail/notified-form.ts";
import { payloadSource } from "../domain/delivery/payload-source.ts";
import type { Origins } from "../domain/submission/submission-text.ts";
import type { Clock } from "../platform/clock.ts";
import type { AttachedFiles, createAttachedFiles } from "./attached-files.ts";
import { compose, type Mail } from "./compose.ts";
import type { SignMessage } from "./dkim.ts";
import { type Envelope, messageIdOf, nameSomebody } from "./envelope.ts";
import { notification } from "./notification.tsx";
import { postedHeaders } from "./posted-headers.ts";
import { reply } from "./reply.tsx";

export interface SubmissionMessagesParts {
  /** `undefined` if the submission was deleted. */
  readonly formOf: (submissionId: number) => Promise<NotifiedForm | undefined>;
  readonly fromAddress: string;
  readonly sign: SignMessage;
  readonly clock: Pick<Clock, "now">;
  readonly origins: Origins;
  readonly attachedFiles: ReturnType<typeof createAttachedFiles>;
}

/**
 * Returns a function that renders the whole message about a submission for one recipient.
 *
 * @throws RenderError of the form's templates, or RangeError; from the function that is returned.
 */
export function createSubmissionMessages({
  formOf,
  fromAddress,
  sign,
  clock,
  origins,
  attachedFiles,
}: SubmissionMessagesParts) {
  const inTurn = createTurns();
  return async (
    recipient: SendingRecipient,
    submission: DeliveredSubmission,
  ): Promise<Uint8Array> => {
    const form = await formOf(submission.id);
    if (form === undefined) throw new Error("The submission was deleted.");
    const origin = origins.publicUrl;
    const about: About = {
      form: { ...form, ...nameSomebody(form, recipient.address) },
      envelope: {
        fromAddress,
        messageId: messageIdOf(messageId(submission, recipient), fromAddress),
        date: clock.now(),
      },
      submission: payloadSource(submission, origins),
      origin,
    };
    if (recipient.purpose === "reply") return sign(await compose(answerAbout(about)));
    const unsubscribeUrl = unsubscribeLink(origin, recipient.link_token ?? "");
    const isAttached = form.mail.notification_attachments === "attached";
    if (!isAttached || submission.attachments.length === 0) {
      return sign(await compose(notificationAbout(about, unsubscribeUrl)));
    }
    return inTurn(async () => {
      const files = await attachedFiles(submission.id);
      return sign(await compose(notificationAbout(about, unsubscribeUrl, files)));
    });
  };
}

/** One after the other, so that the memory for attachments is that of one mail. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
}

export interface About {
  readonly form: NotifiedForm;
  readonly envelope: Omit<Envelope, "to" | "cc">;
  readonly submission: PayloadSource;
  /** Of links. */
  readonly origin: string;
}

export function answerAbout({ form, envelope, submission }: About): Mail {
  // Not null: replyRefusal() has looked at it.
  const to = [submission.email ?? ""];
  return reply({ form, envelope: { ...envelope, to }, submission });
}

const NO_FILES: AttachedFiles = { attachments: [], isTooLarge: false };

/** @param files Those to attach; the mail has links to all files. */
export function notificationAbout(
  { form, envelope, submission, origin }: About,
  unsubscribeUrl: string,
  files: AttachedFiles = NO_FILES,
): Mail {
  const page = `${origin}/dashboard/submissions/${submission.id}`;
  const posted = postedHeaders(submission.fields, form.origin_service);
  return notification({
    form: { ...form, name: form.label },
    envelope: { ...envelope, to: form.to, cc: form.cc },
    submission,
    place: locationText(form.location),
    replyTo: posted.replyTo ?? submission.email,
    postedSubject: posted.subject,
    // Mail programs open links by themselves, so the page only shows the button.
    links: {
      open: page,
      markAsSpam: `${page}#mark-spam`,
      refire: form.hasWebhooks ? `${page}#refire` : null,
    },
    unsubscribeUrl,
    attachments: files.attachments,
    areFilesTooLarge: files.isTooLarge,
  });
}
