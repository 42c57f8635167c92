/** The statements that take in a batch of posts: JSON of the posts ($1), of their files ($2), and of their leads ($3) where there are some. */

import { DUPLICATE_FINDINGS } from "../../finding.ts";

/** As a literal of SQL; a constant of ours. */
const TWIN_FINDINGS = `'${DUPLICATE_FINDINGS.replaceAll("'", "''")}'`;

const FILED = `), filed as (
  insert into attachment (
    account_id, form_id, submission_id, name, form_name, content_type, file_size, sha256,
    storage_key, public_token, created_at
  )
  select
    numbered.account_id, numbered.form_id, numbered.id, file.name, file.form_name,
    file.content_type, file.file_size, decode(file.sha256, 'hex'), file.storage_key,
    file.public_token, numbered.created_at
  from json_to_recordset($2) as file (
    place bigint, name text, form_name text, content_type text, file_size bigint, sha256 text,
    storage_key text, public_token text
  )
  join (select *, row_number() over (order by id) as place from taken) as numbered using (place)
`;

const SCORED = `), lead as (
  select numbered.id as lead_of, given.*
  from json_to_recordset($3) as given (
    place bigint, score bigint, score_reasoning text, score_location_info text, wait_ms bigint
  )
  join (select *, row_number() over (order by id) as place from taken) as numbered using (place)
  where numbered.spam = 0
), scored as (
  insert into lead_score (
    submission_id, score, score_reasoning, score_location_info, next_try_at, created_at, scored_at
  )
  select
    taken.id, score, score_reasoning, score_location_info,
    case when score is null then created_at end, created_at,
    case when score is not null then created_at end
  from lead join taken on taken.id = lead_of
`;
const WAIT = " + coalesce((select wait_ms from lead where lead_of = taken.id), 0)";

/**
 * Ids are given out in the order of the posts, so the smallest is the first one's, and in the order of
 * transactions, so that whoever walks upwards misses none. Deliveries come from the webhooks as they are
 * in the statement's own snapshot, never from a cache.
 */
const accept = ({ files = "", leads = "", wait = "" }) => `
with posted as (
  select * from rows from (json_to_recordset($1) as (
    account_id bigint, form_id bigint, email text, fields text, spam smallint, spam_reason text,
    spam_findings text,
    source_url text, source_host text, source_path text, source_fragment text, source_query text,
    ip text, referrer text, user_agent text,
    content_hash text, duplicate_window_ms bigint, geocoded text, now bigint
  )) with ordinality as posted (
    account_id, form_id, email, fields, spam, spam_reason, spam_findings,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent,
    content_hash, duplicate_window_ms, geocoded, now, place
  )
), judged as materialized (
  select posted.*, decode(content_hash, 'hex') as hash,
    spam = 0 and duplicate_window_ms > 0 and exists (
      select from submission where submission.content_hash = decode(posted.content_hash, 'hex')
        and submission.created_at > posted.now - posted.duplicate_window_ms
    ) as is_twin
  from posted
), given as materialized (
  select id, place
  from unnest(take_submission_ids(json_array_length($1))) with ordinality as given (id, place)
), taken as (
  insert into submission (
    id, account_id, form_id, email, fields, spam, spam_reason, spam_findings,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, content_hash, created_at, updated_at, geocoded
  )
  select
    id, account_id, form_id, email, fields,
    case when is_twin then 1 else spam end,
    case when is_twin then 'duplicate' else spam_reason end,
    case when is_twin then ${TWIN_FINDINGS} else spam_findings end,
    source_url, source_host, source_path, source_fragment, source_query,
    ip, referrer, user_agent, hash, now, now, geocoded
  from judged join given using (place) order by place
  returning id, account_id, form_id, spam, created_at
), counted as (
  insert into submission_count (form_id, account_id, read, spam, trash, n)
  select form_id, account_id, 0, spam, 0, count(*) from taken group by form_id, account_id, spam
${files}${leads}), planned as (
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
  returning submission_id, state
)
select id, spam,
  exists (select from planned where state = 'queued') as has_due
from taken order by id`;

export const ACCEPT = accept({});
export const ACCEPT_WITH_FILES = accept({ files: FILED });
export const ACCEPT_WITH_LEADS = accept({ files: FILED, leads: SCORED, wait: WAIT });
