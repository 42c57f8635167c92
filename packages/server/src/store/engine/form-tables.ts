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
  /** The settings that differ from their defaults: see {@link parseSettings}. */
  settings: Generated<Json>;
  captcha: Json | null;
  retention_days: number | null;
  /** Whether `retention_days` also deletes unread submissions. */
  retention_includes_unread: Generated<Flag>;
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
  /** Of its kind; only those that differ from their defaults. */
  settings: Generated<Json>;
  /** `[{"name","encrypted"}]`; never `null` for a webhook, as `signing_secret`. */
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
