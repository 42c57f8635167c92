/** Renders the mail of a digest to one recipient. */
import { composedMessageId } from "../domain/delivery/delivery.ts";
import { MAILTO } from "../domain/delivery/destination.ts";
import { unsubscribeLink } from "../domain/mail/links.ts";
import { compose } from "../mail/compose.ts";
import { digest, MAX_LISTED_SPAM, MAX_LISTED_SUBMISSIONS } from "../mail/digest.tsx";
import type { SignMessage } from "../mail/dkim.ts";
import { messageIdOf, nameSomebody } from "../mail/envelope.ts";
import type { DigestedSubmission } from "../store/mail/digest-contents.ts";
import type { DigestRenderer, RenderedDigest } from "./queue-digests.ts";

/** @param parts.publicUrl The origin of links. */
export const createDigestRenderer = ({
  fromAddress,
  sign,
  publicUrl,
}: {
  readonly fromAddress: string;
  readonly sign: SignMessage;
  readonly publicUrl: () => string;
}): DigestRenderer => ({
  maxHam: MAX_LISTED_SUBMISSIONS,
  maxSpam: MAX_LISTED_SPAM,
  async render(rendered) {
    const { form, recipient, ham, spam, from, to, uid } = rendered;
    const origin = publicUrl();
    const entry = (submission: DigestedSubmission) => entryOf(submission, origin);
    const mail = digest({
      form,
      envelope: {
        fromAddress,
        ...addressesOf(rendered),
        messageId: messageIdOf(composedMessageId("digest", uid), fromAddress),
        date: to,
      },
      from,
      to,
      counts: { submissions: ham.count, spam: spam.count },
      submissions: ham.listed.map(entry),
      spam: spam.listed.map(entry),
      openAll: `${origin}/dashboard/inbox?form_id=${form.id}`,
      unsubscribeUrl: unsubscribeLink(origin, recipient.link_token ?? ""),
    });
    return sign(await compose(mail));
  },
});

const addressesOf = ({ recipients, recipient }: RenderedDigest) => {
  const byRole = Map.groupBy(recipients, ({ recipient_role }) => recipient_role);
  const named = (role: "to" | "cc") => byRole.get(role)?.map(({ url }) => url.slice(MAILTO.length));
  return nameSomebody({ to: named("to") ?? [], cc: named("cc") ?? [] }, recipient.url);
};

const entryOf = ({ id, created_at, email, fields }: DigestedSubmission, origin: string) => ({
  createdAt: created_at,
  email,
  fields,
  open: `${origin}/dashboard/submissions/${id}`,
});
