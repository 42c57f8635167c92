/**
 * The statements that store a batch of posts. Parameters: the posts ($1, see posted-rows.ts), the time of the
 * clock ($2), the batch's token ($3, see batch-outcome.ts), files ($4), leads ($5),
 * hops ($6) and tags ($7) as JSON, where there are any.
 */

import { DUPLICATE_FINDINGS } from "../../domain/submission/finding.ts";
import { countPlanned, insertPlanned } from "../destinations/planned-deliveries.ts";

export interface AcceptedBatch {
  /** In the order of the posts. */
  readonly ids: readonly number[];
  readonly spam: readonly number[];
  /** Whether at least one delivery is due. */
  readonly has_due: boolean;
}

const DUPLICATE_FINDINGS_SQL = `'${DUPLICATE_FINDINGS.replaceAll("'", "''")}'`;

/** The clocks of other processes may be ahead by this much. */
const MAX_CLOCK_AHEAD_MS = 60_000;

const FILES = `, filed as (
  insert into attachment (
    account_id, form_id, submission_id, name, form_name, content_type, file_size, sha256,
    storage_key, public_token, created_at
  )
  select
    accepted.account_id, accepted.form_id, accepted.id, file.name, file.form_name,
    file.content_type, file.file_size, decode(file.sha256, 'hex'), file.storage_key,
    file.public_token, accepted.created_at
  from json_to_recordset($4) as file (
    position bigint, name text, form_name text, content_type text, file_size bigint, sha256 text,
    storage_key text, public_token text
  )
  join accepted on accepted.id = ((select ids from given))[file.position]
)`;

/** Now: `created_at`, unless it is held ahead of a clock that was set back. */
const dueAt = (created_at: string) => `least(${created_at}, $2::bigint)`;

const LEADS = `, lead as (
  select accepted.id as lead_of, scored.*
  from json_to_recordset($5) as scored (
    position bigint, score bigint, score_reasoning text, score_location_info text, wait_ms bigint
  )
  join accepted on accepted.id = ((select ids from given))[scored.position]
  where accepted.spam = 0
), scored as (
  insert into lead_score (
    submission_id, score, score_reasoning, score_location_info, next_try_at, created_at, scored_at
  )
  select
    accepted.id, score, score_reasoning, score_location_info,
    case when score is null then ${dueAt("created_at")} end, created_at,
    case when score is not null then created_at end
  from lead join accepted on accepted.id = lead_of
)`;
const WAIT = " + coalesce((select wait_ms from lead where lead_of = accepted.id), 0)";

const HOPS = `, passed as (
  insert into submission_hops (submission_id, hops)
  select accepted.id, passing.hops
  from json_to_recordset($6) as passing (position bigint, hops text)
  join accepted on accepted.id = ((select ids from given))[passing.position]
)`;

const TAGS = `, tagged as (
  insert into submission_tag (account_id, tag, submission_id)
  select accepted.account_id, tagging.tag, accepted.id
  from json_to_recordset($7) as tagging (position bigint, tag text)
  join accepted on accepted.id = ((select ids from given))[tagging.position]
)`;

/**
 * Returns an {@link AcceptedBatch}. Deliveries are made for the destinations in the statement's snapshot, never from
 * a cache. The foreign key of `submission_count` checks, once per batch and form, that the form exists;
 * `submission` itself has no such key.
 *
 * The posts are read by a subselect, so that the plan does not depend on their number and is made once per
 * connection. The index of content hashes groups times into spans of 2^21 ms, and the duplicate window covers
 * at most two spans. `offset 0` prevents PostgreSQL from inlining the search for duplicates, which would run it wherever
 * its result is used.
 */
const accept = ({ files = "", leads = "", wait = "", hops = "", tags = "" }) => `
with given as materialized (
  select allocate_submission_ids(array_length($1::posted_submission[], 1)) as ids
), posted as (
  select post.*, spam = 0 and duplicate_window_ms > 0 and exists (
    select from submission as earlier where earlier.content_hash = post.content_hash
      and (earlier.created_at >> 21) = any (array[
        (post.now - post.duplicate_window_ms) >> 21, (post.now + ${MAX_CLOCK_AHEAD_MS}) >> 21
      ])
      and earlier.created_at > post.now - post.duplicate_window_ms
  ) as is_duplicate
  from unnest((select $1::posted_submission[])) with ordinality as post (
    account_id, form_id, email, fields, spam, spam_reason, spam_findings,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, duplicate_window_ms, geocoded, now, uid,
    tags, assignee_id, decisions, position
  )
  offset 0
), batch as (
  insert into posted_batch (token, ids) select $3, ids from given
), accepted as (
  insert into submission (
    id, account_id, form_id, email, fields, spam, spam_reason, spam_findings,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, created_at, updated_at, geocoded, uid,
    deliveries_waiting, deliveries_withheld, withheld_as_spam, tags, assignee_id, decisions
  )
  select
    ((select ids from given))[position], account_id, form_id, email, fields,
    verdict,
    case when is_duplicate then 'duplicate' else spam_reason end,
    case when is_duplicate then ${DUPLICATE_FINDINGS_SQL} else spam_findings end,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, now, now, geocoded, uid,
    deliveries_waiting, deliveries_withheld, withheld_as_spam, tags,
    (select id from login where id = assignee_id and removed_at is null), decisions
  from posted
  cross join lateral (
    select case when is_duplicate then 1 else spam end as verdict
  ) as judged
  cross join lateral (
    ${countPlanned({
      form_id: "posted.form_id",
      spam: "verdict",
      decisions: "posted.decisions",
      isOnPostgres: true,
    })}
  ) as to_send
  returning id, account_id, form_id, email, spam, created_at, decisions
), counted as (
  insert into submission_count (form_id, account_id, read, spam, trash, count)
  select form_id, account_id, 0, spam, 0, count(*) from accepted group by form_id, account_id, spam
)${files}${leads}${hops}${tags}, planned as (
  ${insertPlanned({
    table: "accepted",
    dueAt: `${dueAt("accepted.created_at")}${wait}`,
    isOnPostgres: true,
  })}
  returning state
)
select
  array_to_json(ids) as ids,
  array_to_json(array(select id from accepted where spam = 1)) as spam,
  exists (select from planned where state = 'queued') as has_due
from given`;

/** For posts with nothing further, then also with files, with leads, with hops, and with tags. */
export type AcceptStatements = readonly [
  plain: string,
  files: string,
  leads: string,
  hops: string,
  tags: string,
];

export const ACCEPT_STATEMENTS: AcceptStatements = [
  accept({}),
  accept({ files: FILES }),
  accept({ files: FILES, leads: LEADS, wait: WAIT }),
  accept({ files: FILES, leads: LEADS, wait: WAIT, hops: HOPS }),
  accept({ files: FILES, leads: LEADS, wait: WAIT, hops: HOPS, tags: TAGS }),
];
