/** The types of the Hono environment, and the dependencies of the API's handlers. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { OpenBodies } from "../../bodies/open-bodies.ts";
import type { UnsentResponses } from "../../bodies/unsent-responses.ts";
import type { Storage } from "../../attachments/storage.ts";
import type { Origins } from "../../domain/submission/submission-text.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { AppError } from "../../domain/errors.ts";
import type { InvitationMail } from "../../domain/account/sign-in-link.ts";
import type { MailPreviews } from "../../domain/mail/preview.ts";
import type { ReplyMails } from "../../domain/mail/written-reply.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { RateLimit } from "../../platform/rate-limit.ts";
import type { createRehearsals } from "../../rehearsal/rehearse.ts";
import type { Store } from "../../store/store.ts";
import type { EventStreams } from "./event-streams.ts";
import type { Caller } from "./caller.ts";
import type { RoutedOperation } from "./operation-routes.ts";

/** Per-request bindings. */
export interface ApiBindings extends HttpBindings {
  /** Set by the dashboard, which calls the API in this process: returns the caller in place of a key. */
  readonly internalCaller?: () => Promise<Caller>;
  /** Called in this process with the error of an answer, which has more than the answer. */
  readonly onProblem?: (error: AppError) => void;
}
export interface ApiEnv {
  Bindings: ApiBindings;
  Variables: {
    caller: Caller;
    /** Set if the request changed nothing, so that the audit log has no entry for it. */
    isUnchanged?: true;
    /** `undefined` for a path that openapi.yaml does not have. */
    operation?: RoutedOperation;
    /** The parameter `id` of its path. */
    recordId?: string | undefined;
  };
}
export type ApiContext = Context<ApiEnv>;

export interface KeyRates {
  /** Requests of one key. */
  readonly requests: RateLimit;
  readonly failures: RateLimit;
  /** Deliveries that a form key sends again. */
  readonly refires: RateLimit;
}

/** What the API does about the recipients of e-mails, beside storing them. */
export interface RecipientParts {
  /** Whether new recipients have to confirm their address. */
  readonly mustConfirm: boolean;
  /** What to set before this server can send e-mails; `null` if it can. */
  readonly notice: string | null;
  /** Called after recipients have changed. */
  readonly onChanged: () => void;
  /**
   * Asks once more for the confirmation of an address that waits for it.
   *
   * @throws AppError `conflict` if it does not wait any more, or if e-mail is not set up; `rate_limited`.
   */
  readonly sendConfirmation: (who: {
    readonly account_id: number;
    readonly address: string;
  }) => Promise<void>;
  /** Makes the message (RFC 5322) with the link of an invitation; `undefined` if e-mail is not set up. */
  readonly composeInvitation:
    | ((
        mail: InvitationMail,
        message: { readonly uid: string; readonly date: number },
      ) => Promise<Uint8Array>)
    | undefined;
}

export interface ApiParts {
  readonly recipients: RecipientParts;
  readonly mailPreviews: MailPreviews;
  readonly rehearse: ReturnType<typeof createRehearsals>;
  readonly replies: ReplyMails & {
    /** The most replies and automatic answers of an account in 24 hours. */
    readonly dailyLimit: number;
    /** The sender of all messages; `undefined` if e-mail is not set up. */
    readonly fromAddress: string | undefined;
  };
  /** Test e-mails of one account. */
  readonly testMailRate: RateLimit;
  readonly store: Store;
  readonly storage: Storage;
  /** After so many days a file has no public link; 0 = no limit. */
  readonly fileLinkDays: number;
  /** Of the fields of a post, also of an imported one. */
  readonly limits: Readonly<Record<"maxFields" | "maxFieldBytes", number>>;
  /** Deletes files whose rows were deleted: immediately, or later if the storage cannot be reached. */
  readonly discardFiles: (keys: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly streams: EventStreams;
  readonly bodies: OpenBodies;
  readonly keyRates: KeyRates;
  /** Whether `api_token` of a URL may be a key. */
  readonly takesKeysInUrls: boolean;
  readonly unsent: UnsentResponses;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
  /** The origin of links; known once the server listens. */
  readonly publicUrl: () => string;
  readonly origins: Origins;
  /** The host names that the settings of the server give it, the one of links first. */
  readonly domains: readonly string[];
  /** Attempts of a delivery, the first one included. */
  readonly maxAttempts: number;
  /** Why webhooks and alerts cannot be sent to a valid URL, without resolving its name; `undefined` if they can. */
  readonly webhookUrlProblem: (url: string) => string | undefined;
  /** Delays before an attempt, in milliseconds, by the number of counted attempts made before. */
  readonly retryDelaysMs: readonly number[];
  /** Called after a write that may have made a delivery due. */
  readonly onDue: () => void;
  /** Called after a user has sent deliveries now: also origins whose circuit is open are tried at once. */
  readonly onSendNow: () => void;
  /** Called after a user marks a submission of the account spam or ham. */
  readonly onMarked: (accountId: number) => Promise<void>;
}
