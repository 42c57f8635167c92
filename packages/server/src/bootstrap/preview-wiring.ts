/** Connects previews of e-mails with the rendering of mails, and tests with the relay. */
import type { ApiParts } from "../api/http/env.ts";
import type { MailPreviewParts } from "../mail/preview.ts";
import type { Clock } from "../platform/clock.ts";
import { createRateLimit } from "../platform/rate-limit.ts";

/** Test e-mails per minute and account. */
const TESTS_PER_MINUTE = 5;

/** Loads the modules of e-mail with the first preview, to save memory. */
export function createPreviews(
  parts: MailPreviewParts & { readonly clock: Clock },
): Pick<ApiParts, "mailPreviews" | "testMailRate"> {
  const load = async () => {
    const { createMailPreviews } = await import("../mail/preview.ts");
    return createMailPreviews(parts);
  };
  return {
    mailPreviews: {
      render: async (source) => (await load()).render(source),
      send: async (source, to) => (await load()).send(source, to),
    },
    testMailRate: createRateLimit(TESTS_PER_MINUTE, parts.clock),
  };
}
