/** Addresses that e-mails are sent to, digests, and answers to submitters. */
import type { Statements } from "./column-types.ts";

export const MAIL: Statements = (t) => [
  `create table mail_address (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    address text not null check (address = lower(address)),
    confirmed_at ${t.int},
    confirmation_sent_at ${t.int},
    link_token text unique,
    failure_count ${t.int} not null default 0 check (failure_count >= 0),
    suppressed_at ${t.int},
    suppressed_reason text,
    created_at ${t.int} not null,
    unused_since ${t.int},
    unique (account_id, address)
  )${t.strict}`,
  `create index mail_address_waiting on mail_address (account_id)
    where confirmed_at is null`,
  // Recipients who unsubscribed from a form.
  `create table mail_unsubscription (
    form_id ${t.int} not null references form (id) on delete cascade,
    address text not null check (address = lower(address)),
    created_at ${t.int} not null,
    subscribe_token text,
    asked_at ${t.int},
    primary key (form_id, address)
  )${t.withoutRowid}`,
  `create unique index mail_unsubscription_token on mail_unsubscription (subscribe_token)
    where subscribe_token is not null`,
  // The messages of the last day that asked for a consent.
  `create table mail_request (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    address text not null check (address = lower(address)),
    sent_at ${t.int} not null
  )${t.strict}`,
  "create index mail_request_account on mail_request (account_id, sent_at)",
  "create index mail_request_address on mail_request (address, sent_at)",
  "create index mail_request_age on mail_request (sent_at)",

  // When the next digest of a form is due, up to which submission the last one went, and how far one that is
  // being sent has been queued.
  `create table digest (
    form_id ${t.int} primary key references form (id) on delete cascade,
    after_id ${t.int} not null,
    after_at ${t.int} not null,
    planned_at ${t.int} not null,
    due_at ${t.int},
    version ${t.int} not null default 1,
    sending_until ${t.int},
    sending_at ${t.int},
    sent_to ${t.int}
  )${t.strict}`,
  "create index digest_due on digest (due_at)",

  // The automatic answers of the last days: each address gets one for each form.
  `create table mail_reply (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} not null references form (id) on delete cascade,
    address text not null check (address = lower(address)),
    delivery_id ${t.int} not null,
    allowed_at ${t.int} not null,
    unique (form_id, address)
  )${t.strict}`,
  "create index mail_reply_account on mail_reply (account_id, allowed_at)",
  "create index mail_reply_age on mail_reply (allowed_at)",
  // The answers that people write.
  `create table submission_reply (
    id ${t.id},
    account_id ${t.int} not null,
    submission_id ${t.int} not null references submission (id) on delete cascade,
    delivery_id ${t.int} not null unique,
    address text not null,
    reply_to text not null,
    subject text not null,
    text text not null,
    message_id text not null,
    author_kind text not null check (author_kind in ('user', 'key')),
    author_id ${t.int},
    author_name text not null,
    created_at ${t.int} not null
  )${t.strict}`,
  "create index submission_reply_account on submission_reply (account_id, submission_id, id)",
  "create index submission_reply_submission on submission_reply (submission_id)",
  "create index submission_reply_age on submission_reply (account_id, created_at)",
  `create table reply_template (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} references form (id) on delete cascade,
    name text not null,
    body text not null,
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index reply_template_account on reply_template (account_id, id)",
  "create index reply_template_form on reply_template (form_id)",
];
