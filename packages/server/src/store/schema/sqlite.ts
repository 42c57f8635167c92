/** What only SQLite has: its search index, the first rows, and triggers. */
import {
  CLEAR_WITHHELD,
  COUNT_CHANGE,
  IS_CANCELED_OR_RESTORED,
  isCountedChange,
  setCurrent,
} from "./delivery-states.ts";

/** Milliseconds since the epoch. */
const NOW = "cast(unixepoch('subsec') * 1000 as integer)";

/** Created with the tables, and filled by a trigger. */
export const SQLITE_TABLES: readonly string[] = [
  // Without text or positions: matches are checked against search_text.
  `create virtual table search_index using fts5 (
    folded, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram case_sensitive 1'
  )`,
];

/** The rows of a new database, by table. */
export const SQLITE_ROWS: Readonly<Record<string, string>> = {
  day_backfill: "(only_one, below) values (1, 1)",
  arrival_start: "(only_one, slot) values (1, unixepoch() / 900 + 1)",
  answer_start: `(only_one, at) values (1, ${NOW})`,
  file_sweep: "(only_one, swept_to) values (1, printf('%07x/', (unixepoch() * 1000) >> 20))",
  event_horizon: "(only_one, id) values (1, 0)",
};

const recordEvent = (
  kind: string,
) => `insert into event (account_id, form_id, kind, items, created_at)
    values (old.account_id, old.form_id, '${kind}', json_array(old.id), ${NOW});`;

const UNCOUNT = `update submission_count set count = count - 1 where form_id = old.form_id
    and read = old.read and spam = old.spam and trash = old.trash;`;

const IS_UPDATED = "old.read <> new.read or old.spam <> new.spam or old.trash <> new.trash";

export const SQLITE_TRIGGERS: readonly string[] = [
  // Intake itself counts what it inserts, once a batch.
  `create trigger submission_recounted after update of read, spam, trash on submission
    when ${IS_UPDATED} begin
      ${UNCOUNT}
      insert into submission_count (form_id, account_id, read, spam, trash, count)
        values (new.form_id, new.account_id, new.read, new.spam, new.trash, 1)
        on conflict (form_id, read, spam, trash) do update set count = count + 1;
    end`,
  `create trigger submission_uncounted after delete on submission begin
    ${UNCOUNT}
  end`,
  `create trigger submission_updated after update of read, spam, trash on submission
    when ${IS_UPDATED} begin
      ${recordEvent("submission.updated")}
    end`,
  `create trigger submission_deleted after delete on submission begin
    ${recordEvent("submission.deleted")}
  end`,
  // The trigger of the flags records the event of a change of both.
  `create trigger submission_seen after update of seen_at, assignee_id, snoozed_until on submission
    when (old.seen_at is not new.seen_at or old.assignee_id is not new.assignee_id
      or old.snoozed_until is not new.snoozed_until) and not (${IS_UPDATED}) begin
      ${recordEvent("submission.updated")}
    end`,
  `create trigger submission_tagged after update of tags on submission
    when old.tags is not new.tags begin
      ${recordEvent("submission.updated")}
    end`,

  `create trigger attachment_size_added after insert on attachment begin
    insert into file_total (account_id, bytes, files) values (new.account_id, new.file_size, 1);
  end`,
  `create trigger attachment_size_removed after delete on attachment begin
    insert into file_total (account_id, bytes, files) values (old.account_id, -old.file_size, -1);
  end`,
  `create trigger attachment_removed after delete on attachment begin
    insert or ignore into removed_file (storage_key) values (old.storage_key);
  end`,

  `create trigger search_text_indexed after insert on search_text begin
    insert into search_index (rowid, folded) values (new.id, new.folded);
  end`,
  `create trigger search_text_removed after delete on search_text begin
    delete from search_index where rowid = old.id;
  end`,

  `create trigger delivery_counted after update of state, is_current on delivery
    when ${isCountedChange("is not")} begin
      ${COUNT_CHANGE};
    end`,
  // Updates of is_current run the trigger above. The plus keeps SQLite off the webhook's index.
  `create trigger delivery_current after update of state on delivery
    when ${IS_CANCELED_OR_RESTORED} begin
      ${setCurrent("+webhook_id")};
    end`,
  `create trigger delivery_added after insert on delivery
    when new.is_current is null and new."trigger" in ('ham', 'refire', 'refire_bulk', 'refire_log')
      and not exists (select 1 from webhook where id = new.webhook_id and purpose <> 'submissions')
    begin
      update delivery set is_current = 0 where id = new.id;
      ${setCurrent("+webhook_id")};
      ${CLEAR_WITHHELD};
    end`,
];
