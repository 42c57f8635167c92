/** The statements that take in a batch of posts: the posts ($1, see posted-rows.ts), JSON of their files ($2), and of their leads ($3) where there are some. */

import { DUPLICATE_FINDINGS } from "../../domain/finding.ts";

/** As a literal of SQL; a constant of ours. */
const TWIN_FINDINGS = `'${DUPLICATE_FINDINGS.replaceAll("'", "''")}'`;

/** Another process's clock may be ahead by so much; the index of hashes is asked for two spans of time. */
const MAX_AHEAD_MS = 60_000;

const FILED = `, filed as (
  insert into attachment (
    account_id, form_id, submission_id, name, form_name, content_type, file_size, sha256,
    storage_key, public_token, created_at
  )
  select
    taken.account_id, taken.form_id, taken.id, file.name, file.form_name,
    file.content_type, file.file_size, decode(file.sha256, 'hex'), file.storage_key,
    file.public_token, taken.created_at
  from json_to_recordset($2) as file (
    place bigint, name text, form_name text, content_type text, file_size bigint, sha256 text,
    storage_key text, public_token text
  )
  join taken on taken.id = ((select ids from given))[file.place]
)`;

const SCORED = `, lead as (
  select taken.id as lead_of, scored.*
  from json_to_recordset($3) as scored (
    place bigint, score bigint, score_reasoning text, score_location_info text, wait_ms bigint
  )
  join taken on taken.id = ((select ids from given))[scored.place]
  where taken.spam = 0
), scored as (
  insert into lead_score (
    submission_id, score, score_reasoning, score_location_info, next_try_at, created_at, scored_at
  )
  select
    taken.id, score, score_reasoning, score_location_info,
    case when score is null then created_at end, created_at,
    case when score is not null then created_at end
  from lead join taken on taken.id = lead_of
)`;
const WAIT = " + coalesce((select wait_ms from lead where lead_of = taken.id), 0)";

/**
 * One row comes back: the ids in the order of the posts, which of them are spam, and whether a delivery
 * is due. The first post has the smallest id; and larger transactions have larger ids, so that whoever
 * walks upwards misses none. Deliveries come from the webhooks as they are in the statement's own
 * snapshot, never from a cache. That the form is still there is seen to by the foreign key of
 * `submission_count`, once a batch and form, since `submission` itself has none.
 *
 * The posts are read through a select of their own, so that the plan does not depend on their number and
 * is made once a connection. The window of twins lies in two neighbouring spans of 2^21 ms at most, mostly
 * in one. `offset 0` keeps the search for a twin from being written out, and run,
 * wherever its result is used.
 */
const accept = ({ files = "", leads = "", wait = "" }) => `
with given as materialized (
  select allocate_submission_ids(array_length($1::posted_submission[], 1)) as ids
), posted as (
  select post.*, spam = 0 and duplicate_window_ms > 0 and exists (
    select from submission as twin where twin.content_hash = post.content_hash
      and (twin.created_at >> 21) = any (array[
        (post.now - post.duplicate_window_ms) >> 21, (post.now + ${MAX_AHEAD_MS}) >> 21
      ])
      and twin.created_at > post.now - post.duplicate_window_ms
  ) as is_twin
  from unnest((select $1::posted_submission[])) with ordinality as post (
    account_id, form_id, email, fields, spam, spam_reason, spam_findings,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, duplicate_window_ms, geocoded, now, place
  )
  offset 0
), taken as (
  insert into submission (
    id, account_id, form_id, email, fields, spam, spam_reason, spam_findings,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, created_at, updated_at, geocoded
  )
  select
    ((select ids from given))[place], account_id, form_id, email, fields,
    case when is_twin then 1 else spam end,
    case when is_twin then 'duplicate' else spam_reason end,
    case when is_twin then ${TWIN_FINDINGS} else spam_findings end,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, now, now, geocoded
  from posted
  returning id, account_id, form_id, spam, created_at
), counted as (
  insert into submission_count (form_id, account_id, read, spam, trash, count)
  select form_id, account_id, 0, spam, 0, count(*) from taken group by form_id, account_id, spam
)${files}${leads}, planned as (
  insert into delivery (
    account_id, form_id, submission_id, webhook_id, webhook_name, url, "trigger",
    state, reason, next_attempt_at, finished_at, created_at
  )
  select
    taken.account_id, taken.form_id, taken.id, webhook.id, webhook.name, webhook.url, 'intake',
    case when enabled = 1 then 'queued' else 'skipped' end,
    case when enabled = 1 then null else 'webhook_disabled' end,
    case when enabled = 1 then taken.created_at${wait} end,
    case when enabled = 1 then null else taken.created_at end,
    taken.created_at
  from taken
  join webhook on webhook.form_id = taken.form_id
  where webhook.trigger_when_spam = 1 or taken.spam = 0
  order by taken.id, webhook.id
  returning state
)
select
  array_to_json(ids) as ids,
  array_to_json(array(select id from taken where spam = 1)) as spam,
  exists (select from planned where state = 'queued') as has_due
from given`;

export const ACCEPT = accept({});
export const ACCEPT_WITH_FILES = accept({ files: FILED });
export const ACCEPT_WITH_LEADS = accept({ files: FILED, leads: SCORED, wait: WAIT });
