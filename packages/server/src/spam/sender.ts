/** What the external spam checks need: the sender of a post, and how to reach the services. */
import type { Log } from "../platform/log.ts";
import type { Altcha } from "./altcha.ts";
import type { AskOutside } from "./external-request.ts";

export interface OutsideParts {
  readonly altcha: Altcha;
  readonly ask: AskOutside;
  readonly log: Log;
  /** `undefined` = Akismet is never asked. */
  readonly akismetKey: string | undefined;
  /** What Akismet knows this server by. */
  readonly publicUrl: () => string;
}

/** What only they look at. */
export interface Sender {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly referrer: string | null;
  /** What the captcha on the page gave the browser. */
  readonly captchaAnswer: string | null;
}
