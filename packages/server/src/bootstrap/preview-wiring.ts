/** Connects previews of e-mails with the rendering of mails, and tests with the relay. */
import type { ApiParts } from "../api/http/env.ts";
import type { Config } from "../config/config.ts";
import type { MailPreviewParts } from "../mail/preview.ts";
import type { Clock } from "../platform/clock.ts";
import { createRateLimit } from "../platform/rate-limit.ts";

/** Test e-mails per minute and account. */
const TESTS_PER_MINUTE = 5;

/** Loads the modules of e-mail with the first preview or reply, to save memory. */
export function createPreviews({
  config: { mail },
  ...parts
}: MailPreviewParts & { readonly clock: Clock; readonly config: Pick<Config, "mail"> }): Pick<
  ApiParts,
  "mailPreviews" | "testMailRate" | "replies"
> {
  const loadReplies = async () => {
    const { createReplyMails } = await import("../mail/reply-mails.ts");
    return createReplyMails(parts);
  };
  const load = async () => {
    const { createMailPreviews } = await import("../mail/preview.ts");
    return createMailPreviews(parts);
  };
  return {
    mailPreviews: {
      render: async (source) => (await load()).render(source),
      send: async (source, to) => (await load()).send(source, to),
    },
    replies: {
      draft: async (source) => (await loadReplies()).draft(source),
      compose: async (source) => (await loadReplies()).compose(source),
      dailyLimit: mail?.answersPerDay ?? 0,
      fromAddress: mail?.from.address,
    },
    testMailRate: createRateLimit(TESTS_PER_MINUTE, parts.clock),
  };
}
