/** Connects the recipients of e-mails with the store, and with the message that asks for their confirmation. */
import type { ApiParts } from "../api/http/env.ts";
import type { Config } from "../config/config.ts";
import type { Ids } from "../domain/ids.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createRateLimit, type RateLimit } from "../platform/rate-limit.ts";
import {
  type ComposeConfirmation,
  type Confirmations,
  createConfirmations,
} from "../recipients/confirmations.ts";
import { NOT_SET_UP } from "../recipients/not-set-up.ts";
import type { Store } from "../store/store.ts";

/** Requests to links in e-mails per minute and address. Programs that check mails open several at a time. */
const LINKS_PER_MINUTE = 60;

export interface Recipients {
  readonly recipients: ApiParts["recipients"];
  readonly linkRate: RateLimit;
  /** Sends a recipient who has unsubscribed the link that subscribes it again. */
  readonly sendSubscribeLink: Confirmations["sendSubscribeLink"];
  /** Asks recipients that were not asked yet to confirm their addresses; for housekeeping. */
  readonly askRecipients: (limit: number) => Promise<"more" | "done">;
}

export function createRecipients({
  config: { mail },
  clock,
  compose,
  ...parts
}: {
  readonly config: Pick<Config, "mail">;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly compose: ComposeConfirmation | undefined;
}): Recipients {
  const mustConfirm = mail?.confirms ?? true;
  const confirmations = createConfirmations({
    ...parts,
    clock,
    mustConfirm,
    compose,
  });
  return {
    recipients: {
      mustConfirm,
      notice: mail === undefined ? NOT_SET_UP : null,
      onChanged: () => confirmations.notify(),
      sendConfirmation: (who) => confirmations.sendAgain(who),
    },
    linkRate: createRateLimit(LINKS_PER_MINUTE, clock),
    sendSubscribeLink: (token) => confirmations.sendSubscribeLink(token),
    askRecipients: (limit) => confirmations.sendDue(limit),
  };
}
