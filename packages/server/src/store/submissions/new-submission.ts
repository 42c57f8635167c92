/** A post as intake passes it to the store. */
import type { Decisions, Routed } from "../../domain/routing/routing.ts";
import type { PostColumns } from "../../domain/submission/submission.ts";

/** A parsed post with its spam verdict. The store assigns its id. */
export interface NewSubmission extends PostColumns {
  readonly account_id: number;
  readonly form_id: number;
  readonly uid: string;
  /** Hex of sixteen bytes. */
  readonly content_hash: string;
  /** The post is a duplicate if the form received the same content within this time; 0 turns the filter off. */
  readonly duplicate_window_ms: number;
  readonly attachments: readonly NewAttachment[];
  /** `null` if the form does not score leads. Ignored for spam. */
  readonly lead: NewLead | null;
  /** What rules and filters decided; absent if the form has none. */
  readonly routed?: RoutedPost | undefined;
  /** The installations that the post has passed, see domain/delivery/hops.ts; absent for almost every post. */
  readonly hops?: string | undefined;
  /** For a post with an Idempotency-Key: hex of 32 bytes, the same for the same key with the same content. */
  readonly key_hash?: string | undefined;
  /** Milliseconds since the epoch, when the post was accepted. */
  readonly now: number;
}

/** The columns of `submission` that a post sets as they are. */
export const POST_COLUMNS: Readonly<Record<keyof PostColumns | "account_id" | "form_id", true>> = {
  account_id: true,
  form_id: true,
  uid: true,
  email: true,
  fields: true,
  spam: true,
  spam_reason: true,
  spam_findings: true,
  source_url: true,
  source_host: true,
  source_path: true,
  source_fragment: true,
  source_query: true,
  ip: true,
  referrer: true,
  user_agent: true,
  geocoded: true,
};
export const POST_COLUMN_NAMES = Object.keys(POST_COLUMNS) as (keyof typeof POST_COLUMNS)[];

export interface RoutedPost extends Pick<Routed, "tags" | "assignee_id"> {
  /** {@link Decisions} as JSON. */
  readonly decisions: string;
  readonly skip: Decisions["skip"];
}

/** The columns that hold what rules and filters decided. */
export const routedColumns = ({ routed }: Pick<NewSubmission, "routed">) => ({
  tags: routed === undefined || routed.tags.length === 0 ? null : JSON.stringify(routed.tags),
  assignee_id: routed?.assignee_id ?? null,
  decisions: routed?.decisions ?? null,
});

export type NewLead = NewScore | PendingScore;

export interface NewScore {
  /** 0 to 100. */
  readonly score: number;
  readonly score_reasoning: string;
  readonly score_location_info: string | null;
  readonly wait_ms: 0;
}

export interface PendingScore {
  readonly score: null;
  readonly score_reasoning: null;
  readonly score_location_info: null;
  /** How long deliveries wait for the score. */
  readonly wait_ms: number;
}

export interface NewAttachment {
  readonly name: string;
  readonly form_name: string;
  readonly content_type: string;
  readonly file_size: number;
  /** Hex. */
  readonly sha256: string;
  readonly storage_key: string;
  readonly public_token: string;
}
