/** The services that external spam checks call, and what those checks send to them. */
import type { Log } from "../platform/log.ts";
import type { Altcha } from "./altcha.ts";
import type { ExternalRequest } from "./external-request.ts";
import type { TakesMail } from "./mail-domains.ts";

export interface ExternalServices {
  readonly altcha: Altcha;
  readonly request: ExternalRequest;
  readonly log: Log;
  /** `undefined` = Akismet is never called. */
  readonly akismetKey: string | undefined;
  readonly takesMail: TakesMail;
  /** Identifies this server to Akismet. */
  readonly publicUrl: () => string;
}

export interface PostSender {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly referrer: string | null;
  /** The token that the captcha widget added to the form. */
  readonly captchaAnswer: string | null;
}
