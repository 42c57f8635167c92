/** What the notification of a submission shows besides the submission itself. */
import type { OriginService } from "../origin-service.ts";
import type { GeoLocation } from "../submission/geo-location.ts";
import type { MailSettings } from "./settings.ts";

export interface NotifiedForm {
  /** What visitors know it by. */
  readonly name: string;
  /** What the people who get its submissions know it by: with its project, if the account has several. */
  readonly label: string;
  /** Twelve lower-case hex digits. */
  readonly uuid: string;
  readonly timezone: string;
  readonly origin_service: OriginService | null;
  readonly mail: MailSettings;
  /** The addresses of the headers To and Cc. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Whether the submission is also sent to webhooks, so that it can be sent to them again. */
  readonly hasWebhooks: boolean;
  /** Where the sender is. */
  readonly location: GeoLocation | null;
}
