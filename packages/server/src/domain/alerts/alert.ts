/** Alerts: what the people of an account have to know, until it is over. */

export const ALERT_KINDS = [
  "webhook_failing",
  "webhook_disabled",
  "deliveries_late",
  "disk_low",
  "quota_low",
  "mail_failing",
  "form_silent",
  "key_expires",
  "key_expires_soon",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `withdrawn`: a person has dealt with it, for example by disabling the webhook, so nobody is told. */
export type AlertResolution = "recovered" | "withdrawn";

/** What an alert says, as of when it was raised. Sizes are bytes. */
export type AlertDetail =
  | {
      readonly kind: "webhook_failing" | "webhook_disabled";
      readonly webhook: string;
      /** `null` for the webhook that gets alerts. */
      readonly form: string | null;
      /** What the receiver answered, or why it could not be reached; `null` if it is not known. */
      readonly last_error: string | null;
    }
  /** `waiting` is counted up to 1,000. */
  | { readonly kind: "deliveries_late"; readonly waiting: number }
  | { readonly kind: "disk_low"; readonly free_bytes: number }
  | {
      readonly kind: "quota_low";
      /** `null` for the quota of the account. */
      readonly form: string | null;
      readonly used_bytes: number;
      readonly max_bytes: number;
    }
  | { readonly kind: "mail_failing"; readonly last_error: string | null }
  | {
      readonly kind: "key_expires" | "key_expires_soon";
      /** Its name. */
      readonly key: string;
      /** Milliseconds since the epoch. */
      readonly expires_at: number;
    }
  | {
      readonly kind: "form_silent";
      readonly form: string;
      /** Submissions that usually arrive. */
      readonly per_day: number;
      readonly silent_days: number;
      /** Of a pause at least as long as this one. */
      readonly probability: number;
    };

export interface OpenAlert {
  readonly id: number;
  readonly kind: AlertKind;
  /** The webhook, the form of a quota or silence, or the API key; 0 for the account and the server. */
  readonly subject_id: number;
  /** Milliseconds since the epoch, as the other times. */
  readonly since: number;
  readonly raised_at: number;
  readonly seen_at: number;
}

/** An alert that is raised or over now. */
export interface AlertNews {
  readonly kind: AlertKind;
  readonly subject_id: number;
  readonly detail: AlertDetail;
  readonly since: number;
  readonly raised_at: number;
  /** `null` if it is raised now. */
  readonly resolved_at: number | null;
  readonly resolution: AlertResolution | null;
}

export interface Condition {
  readonly kind: AlertKind;
  readonly subject_id: number;
  readonly since: number;
  /** `false` keeps an open alert open, but raises none, so that alerts do not flap. */
  readonly isSevere: boolean;
}

/** A condition for an alert has lasted for at least this long. */
export const RAISED_AFTER_MS: Readonly<Record<AlertKind, number>> = {
  webhook_failing: 15 * 60_000,
  webhook_disabled: 0,
  // The circuit breaker of a receiver that hangs may hold deliveries for five minutes; see MAX_HOLD_MS.
  deliveries_late: 10 * 60_000,
  disk_low: 0,
  quota_low: 0,
  mail_failing: 15 * 60_000,
  form_silent: 0,
  key_expires: 0,
  key_expires_soon: 0,
};

/** Identifies what an alert is about; an account has at most one open alert for each. */
export const subjectKey = ({ kind, subject_id }: Pick<Condition, "kind" | "subject_id">): string =>
  `${kind} ${subject_id}`;

export interface Transitions {
  readonly raised: readonly Condition[];
  readonly over: readonly OpenAlert[];
}

/**
 * What has changed in an account since its open alerts were raised: which conditions raise an alert, and which
 * alerts are over.
 *
 * @param conditions At most one for each subject.
 * @param ageMs How long a condition has lasted.
 */
export function transitions(
  conditions: readonly Condition[],
  open: readonly OpenAlert[],
  ageMs: (condition: Condition) => number,
): Transitions {
  const raisedBefore = new Set(open.map(subjectKey));
  const holding = new Set(conditions.map(subjectKey));
  return {
    raised: conditions.filter(
      (one) =>
        one.isSevere &&
        !raisedBefore.has(subjectKey(one)) &&
        ageMs(one) >= RAISED_AFTER_MS[one.kind],
    ),
    over: open.filter((alert) => !holding.has(subjectKey(alert))),
  };
}
