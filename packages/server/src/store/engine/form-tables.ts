/** Tables of forms and destinations. */
import type { Generated } from "kysely";
import type {
  DestinationKind,
  DestinationPurpose,
  RecipientRole,
} from "../../domain/delivery/destination.ts";
import type { Flag, Json } from "./column-types.ts";

export interface FormTable {
  id: Generated<number>;
  account_id: number;
  /** `null` only once the form is deleted. */
  project_id: number | null;
  /** Twelve lower-case hex digits. */
  uuid: string;
  name: string;
  timezone: string;
  redirect_url: string | null;
  redirect_heading: string | null;
  redirect_message: string | null;
  honeypot_field: string;
  duplicate_filter: Flag;
  allowed_domains: Json;
  blocked_domains: Json;
  content_blacklist: Json;
  /** The checks that are explicitly on or off; the others have their defaults. */
  spam_checks: Generated<Json>;
  captcha: Json | null;
  retention_days: number | null;
  /** Whether `retention_days` also deletes unread submissions. */
  retention_includes_unread: Generated<Flag>;
  lead_scoring: Json;
  /** The field rules. */
  fields: Generated<Json>;
  /** The e-mail settings that differ from their defaults. */
  mail: Generated<Json>;
  /** How posts are read and answered, where it differs from the defaults. */
  posts: Generated<Json>;
  /** Whether opening a submission in the dashboard marks it read, unless there is a `queue_consumer`. */
  opening_marks_read: Generated<Flag>;
  /** The first {@link QueueConsumer} of the form. */
  queue_consumer: Generated<Json | null>;
  created_at: number;
  updated_at: number;
  /** If set, the API no longer returns the form, and housekeeping deletes it and its data. */
  deleted_at: Generated<number | null>;
}

/** Destinations of every kind. The name is that of the first kind, since the version before reads the table. */
export interface WebhookTable {
  id: Generated<number>;
  kind: Generated<DestinationKind>;
  purpose: Generated<DestinationPurpose>;
  account_id: number;
  /** `null` for a destination of the account. */
  form_id: number | null;
  name: string;
  /** The address: a URL, or `mailto:` with an e-mail address. */
  url: string;
  /** Never `null` for a webhook, as `headers` and `signing_secret`. */
  format: string | null;
  content_type: string | null;
  template: string | null;
  /** `[{"name","encrypted"}]`. */
  headers: Json | null;
  trigger_when_spam: Flag;
  /** Whether intake queues deliveries to it; 0 for a recipient of digests only. */
  takes_submissions: Generated<Flag>;
  enabled: Flag;
  disabled_reason: string | null;
  recipient_role: Generated<RecipientRole | null>;
  /** Unguessable, for the link that unsubscribes an e-mail recipient. */
  link_token: Generated<string | null>;
  /** Encrypted, as are the next two. */
  signing_secret: string | null;
  /** Staged; signs once it is activated. */
  next_signing_secret: Generated<string | null>;
  /** Signs in addition to the current secret until `previous_until`. */
  previous_signing_secret: Generated<string | null>;
  previous_until: Generated<number | null>;
  /** The last four characters of the signing secret. */
  secret_hint: Generated<string>;
  failure_count: Generated<number>;
  /** The first failure since the last success. */
  failing_since: Generated<number | null>;
  last_failure_at: number | null;
  created_at: number;
  updated_at: number;
  /** As that of a submission. */
  uid: Generated<string | null>;
}

/** One known text, written when secrets are first encrypted: a key that cannot decrypt it is wrong. */
export interface EncryptionCanaryTable {
  id: 1;
  encrypted: string;
}
