/** What the API and the links in e-mails need for recipients. */
import type { ApiParts } from "../api/http/env.ts";
import type { Config } from "../config/config.ts";
import type { Clock } from "../platform/clock.ts";
import { createRateLimit, type RateLimit } from "../platform/rate-limit.ts";
import { NOT_SET_UP } from "../recipients/not-set-up.ts";

/** Requests to links in e-mails per minute and address. Programs that check mails open several at a time. */
const LINKS_PER_MINUTE = 60;

export interface Recipients {
  readonly recipients: ApiParts["recipients"];
  readonly linkRate: RateLimit;
}

export function createRecipients({
  config: { mail },
  clock,
}: {
  readonly config: Pick<Config, "mail">;
  readonly clock: Clock;
}): Recipients {
  return {
    recipients: {
      mustConfirm: mail?.confirms ?? true,
      notice: mail === undefined ? NOT_SET_UP : null,
    },
    linkRate: createRateLimit(LINKS_PER_MINUTE, clock),
  };
}
