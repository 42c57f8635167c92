/** Addresses that e-mails are sent to, digests, and answers to submitters. */
import type { Statements } from "./column-types.ts";

export const MAIL: Statements = (t) => [
  `create table mail_address (
    -- An address that an account sends e-mails to, or to which e-mails failed for good.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    address text not null check (address = lower(address)), -- In lower case; unique in the account.
    confirmed_at ${t.int}, -- null = notifications are not sent to it. Irrelevant for answers to submitters.
    confirmation_sent_at ${t.int}, -- When the last message was queued that asks for the confirmation.
    -- Unguessable, for the link that confirms the address. null if it never was a recipient.
    link_token text unique,
    -- E-mails that failed for good because of the address, since the last one that arrived.
    failure_count ${t.int} not null default 0 check (failure_count >= 0),
    suppressed_at ${t.int}, -- If set, nothing is sent to the address.
    suppressed_reason text, -- The last answer of the mail server.
    created_at ${t.int} not null,
    -- Since when housekeeping has found nothing that needs the row; null = it is needed.
    unused_since ${t.int},
    unique (account_id, address)
  )${t.strict}`,
  `create index mail_address_waiting on mail_address (account_id)
    where confirmed_at is null`,
  `create table mail_unsubscription (
    -- A recipient who does not want the notifications of a form, even if the owner adds the address again.
    form_id ${t.int} not null references form (id) on delete cascade,
    address text not null check (address = lower(address)), -- In lower case.
    created_at ${t.int} not null,
    -- Unguessable, for the link that subscribes the address again. null if nobody has asked for it.
    subscribe_token text,
    asked_at ${t.int}, -- When the last message with that link was queued.
    primary key (form_id, address)
  )${t.withoutRowid}`,
  `create unique index mail_unsubscription_token on mail_unsubscription (subscribe_token)
    where subscribe_token is not null`,
  `create table mail_request (
    -- A message of the last day that asked somebody for the consent to get e-mails.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    address text not null check (address = lower(address)), -- In lower case.
    sent_at ${t.int} not null
  )${t.strict}`,
  "create index mail_request_account on mail_request (account_id, sent_at)",
  "create index mail_request_address on mail_request (address, sent_at)",
  "create index mail_request_age on mail_request (sent_at)",

  `create table digest (
    -- One row for each form whose schedule has digests.
    form_id ${t.int} primary key references form (id) on delete cascade,
    after_id ${t.int} not null, -- The next digest lists submissions with higher ids.
    after_at ${t.int} not null, -- When after_id was the newest id: the begin of the next digest's period.
    -- The moment after which the next digest is due: of the last digest, or of a change of the schedule.
    planned_at ${t.int} not null,
    due_at ${t.int}, -- When the next digest is due; null until housekeeping has computed it.
    -- Counts the changes, so that each is made from the row that was read.
    version ${t.int} not null default 1,
    -- Of a digest whose mails are being queued, in batches: the newest submission that it covers.
    sending_until ${t.int},
    sending_at ${t.int}, -- When its first mails were queued: the end of its period.
    sent_to ${t.int} -- Recipients with higher ids have not got it yet.
  )${t.strict}`,
  "create index digest_due on digest (due_at)",

  `create table mail_reply (
    -- The last automatic answer of a form to an address, which gets one for each form.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} not null references form (id) on delete cascade,
    address text not null check (address = lower(address)), -- In lower case.
    delivery_id ${t.int} not null, -- The only delivery that may be sent to the address for now.
    allowed_at ${t.int} not null, -- When its last attempt was allowed.
    unique (form_id, address)
  )${t.strict}`,
  "create index mail_reply_account on mail_reply (account_id, allowed_at)",
  "create index mail_reply_age on mail_reply (allowed_at)",
  `create table submission_reply (
    -- What somebody of the account wrote to the submitter. Its delivery has the state.
    id ${t.id},
    account_id ${t.int} not null,
    submission_id ${t.int} not null references submission (id) on delete cascade,
    delivery_id ${t.int} not null unique,
    address text not null, -- The submitter's.
    reply_to text not null,
    subject text not null,
    text text not null,
    message_id text not null,
    author_kind text not null check (author_kind in ('user', 'key')),
    author_id ${t.int}, -- As that of a note.
    author_name text not null,
    created_at ${t.int} not null
  )${t.strict}`,
  "create index submission_reply_account on submission_reply (account_id, submission_id, id)",
  "create index submission_reply_submission on submission_reply (submission_id)",
  "create index submission_reply_address on submission_reply (account_id, address)",
  "create index submission_reply_age on submission_reply (account_id, created_at)",
  `create table reply_template (
    -- A text for replies, with tags; of one form or of the account.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} references form (id) on delete cascade, -- null if it is for every form.
    name text not null,
    body text not null, -- With the tags of payload templates.
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index reply_template_account on reply_template (account_id, id)",
  "create index reply_template_form on reply_template (form_id)",
];
