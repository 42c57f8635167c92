/** Asks new recipients to confirm their addresses, once by itself and again when the owner wants it. */
import { hash } from "node:crypto";
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { WaitingAddress } from "../store/mail/confirmations.ts";
import type { Store } from "../store/store.ts";

/** Makes the message, an RFC 5322 one. */
export type ComposeConfirmation = (
  request: Pick<WaitingAddress, "address" | "form"> & {
    /** What its link does: confirm the address, or subscribe it to the form again. */
    readonly asks: "confirm" | "subscribe";
    /** Of the link. */
    readonly token: string;
  },
  message: { readonly uid: string; readonly date: number },
) => Promise<Uint8Array>;

export type Confirmations = ReturnType<typeof createConfirmations>;

/** What to do before the server can send e-mails. */
export const NOT_SET_UP =
  "E-mail is not set up on this server: set INTRAY_SMTP_URL and INTRAY_MAIL_FROM.";

const HOUR_MS = 3_600_000;
const SOON_LIMIT = 100;

/**
 * @param parts.mustConfirm If false, recipients that still wait are confirmed, and nobody is asked.
 * @param parts.compose `undefined` = e-mail is not set up: nobody is asked until it is.
 */
export function createConfirmations({
  store,
  clock,
  ids,
  log,
  mustConfirm,
  compose,
}: {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uid" | "linkToken">;
  readonly log: Log;
  readonly mustConfirm: boolean;
  readonly compose: ComposeConfirmation | undefined;
}) {
  let running: Promise<unknown> | undefined;
  let isWanted = false;

  async function queue(make: ComposeConfirmation, address: WaitingAddress) {
    const now = clock.now();
    const uid = ids.uid(now);
    const { id, account_id, destination_id, confirmation_sent_at: sentBefore } = address;
    const request = { ...address, asks: "confirm", token: address.link_token } as const;
    const body = stored(await make(request, { uid, date: now }));
    return store.writes.queueConfirmation({
      id,
      account_id,
      destination_id,
      sentBefore,
      body,
      uid,
      now,
    });
  }

  async function sendDue(limit: number): Promise<"more" | "done"> {
    const now = clock.now();
    if (!mustConfirm) {
      await store.writes.confirmWithoutLink({ now });
      return "done";
    }
    if (compose === undefined) return "done";
    const found = await store.reads.unaskedAddresses({ now, limit });
    // A recipient of several forms is found once for each of them.
    const once = new Map(found.toReversed().map((address) => [address.id, address]));
    for (const address of once.values()) await queue(compose, address);
    return found.length === limit ? "more" : "done";
  }

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await sendDue(SOON_LIMIT);
    }
  }

  return {
    /** Queues messages to recipients that have not got one. Called at intervals: `more` if it is to be called again. */
    sendDue,
    /** Calls {@link sendDue} soon; errors are logged, since the next interval tries again. */
    notify() {
      isWanted = true;
      running ??= run()
        .catch((error: unknown) => {
          log.warn({ err: error }, "Could not ask recipients to confirm their addresses.");
        })
        .finally(() => {
          running = undefined;
        });
    },
    /**
     * Queues one more message to an address.
     *
     * @throws AppError `conflict` if it does not wait, or if e-mail is not set up; `rate_limited`.
     */
    async sendAgain(who: { readonly account_id: number; readonly address: string }) {
      if (compose === undefined) throw notSetUp();
      const address = await store.reads.waitingAddress(who);
      if (address === undefined) {
        throw new AppError("conflict", `${who.address} does not wait for its confirmation.`);
      }
      const waitMs = (address.confirmation_sent_at ?? 0) + HOUR_MS - clock.now();
      if (waitMs > 0) throw tooOften(waitMs);
      const outcome = await queue(compose, address);
      if (outcome === "not_sendable") throw notSetUp();
      if (outcome !== "queued") throw tooOften(HOUR_MS);
    },
    /**
     * Queues a message with a link that subscribes a recipient again.
     *
     * @param token Of the recipient's unsubscribe link.
     * @returns `unknown` if it is none, or if the recipient is subscribed; `not_sent` after too many messages, and if
     * e-mail is not set up.
     */
    async sendSubscribeLink(token: string) {
      const found = await store.reads.unsubscribedRecipient({ token });
      if (found === undefined) return "unknown";
      if (compose === undefined) return "not_sent";
      const now = clock.now();
      const uid = ids.uid(now);
      const { account_id, form_id, destination_id, address } = found;
      const subscribe_token = ids.linkToken();
      const request = { ...found, asks: "subscribe", token: subscribe_token } as const;
      const body = stored(await compose(request, { uid, date: now }));
      const to = { account_id, form_id, destination_id, address };
      const message = { ...to, subscribe_token, body, uid, now };
      const outcome = await store.writes.queueSubscribeLink(message);
      if (outcome === "changed") return "unknown";
      return outcome === "queued" ? "queued" : "not_sent";
    },
  };
}

const stored = (message: Uint8Array) => ({
  content_type: "message/rfc822",
  body: message,
  sha256: hash("sha256", message, "buffer"),
});

const notSetUp = () => new AppError("conflict", `The confirmation cannot be sent. ${NOT_SET_UP}`);

function tooOften(waitMs: number): AppError {
  const minutes = Math.ceil(waitMs / 60_000);
  return new AppError(
    "rate_limited",
    `Confirmations were sent too recently. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { headers: { "Retry-After": String(Math.ceil(waitMs / 1_000)) } },
  );
}
