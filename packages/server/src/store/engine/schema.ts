/** The types of all tables, for Kysely. Flags are 0 or 1; times are milliseconds since the epoch. */
import type {
  AnswerStartTable,
  ArrivalSourceTable,
  ArrivalStartTable,
  ArrivalTable,
} from "./arrival-tables.ts";
import type { Kysely } from "kysely";
import type {
  AccountTable,
  ApiKeyTable,
  AuditTable,
  LoginTable,
  ProjectTable,
  SessionTable,
  SignInCountTable,
  SignInLinkTable,
} from "./account-tables.ts";
import type { AlertTable } from "./alert-table.ts";
import type {
  AttemptTable,
  DeliveryBodyTable,
  DeliveryTable,
  TestBodyTable,
} from "./delivery-tables.ts";
import type { DigestTable } from "./digest-tables.ts";
import type {
  FileSweepTable,
  FileTotalTable,
  InstallationTable,
  RemovedFileTable,
  WriteProbeTable,
} from "./file-tables.ts";
import type { EncryptionCanaryTable, FormTable, WebhookTable } from "./form-tables.ts";
import type {
  MailAddressTable,
  MailReplyTable,
  MailRequestTable,
  MailUnsubscriptionTable,
  ReplyTemplateTable,
  SubmissionReplyTable,
} from "./mail-tables.ts";
import type { SpamModelTable, SpamTrainingExampleTable, SpamTrainingTable } from "./spam-tables.ts";
import type {
  AttachmentTable,
  DayBackfillTable,
  EventHorizonTable,
  EventTable,
  IdempotencyKeyTable,
  LeadScoreTable,
  SearchIndexTable,
  SearchTextTable,
  SubmissionCountTable,
  SubmissionDayTable,
  SubmissionHopsTable,
  SubmissionNoteTable,
  SubmissionTable,
  SubmissionTagTable,
  UndoPartTable,
  UndoTable,
} from "./submission-tables.ts";

export interface Schema {
  arrival: ArrivalTable;
  arrival_source: ArrivalSourceTable;
  arrival_start: ArrivalStartTable;
  answer_start: AnswerStartTable;
  audit: AuditTable;
  submission_day: SubmissionDayTable;
  day_backfill: DayBackfillTable;
  file_total: FileTotalTable;
  installation: InstallationTable;
  write_probe: WriteProbeTable;
  account: AccountTable;
  login: LoginTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
  sign_in_count: SignInCountTable;
  project: ProjectTable;
  form: FormTable;
  api_key: ApiKeyTable;
  webhook: WebhookTable;
  mail_address: MailAddressTable;
  mail_unsubscription: MailUnsubscriptionTable;
  mail_reply: MailReplyTable;
  mail_request: MailRequestTable;
  encryption_canary: EncryptionCanaryTable;
  submission: SubmissionTable;
  submission_hops: SubmissionHopsTable;
  submission_note: SubmissionNoteTable;
  submission_reply: SubmissionReplyTable;
  reply_template: ReplyTemplateTable;
  submission_tag: SubmissionTagTable;
  lead_score: LeadScoreTable;
  submission_count: SubmissionCountTable;
  attachment: AttachmentTable;
  file_sweep: FileSweepTable;
  removed_file: RemovedFileTable;
  delivery: DeliveryTable;
  delivery_body: DeliveryBodyTable;
  test_body: TestBodyTable;
  digest: DigestTable;
  attempt: AttemptTable;
  alert: AlertTable;
  idempotency_key: IdempotencyKeyTable;
  search_text: SearchTextTable;
  search_index: SearchIndexTable;
  undo: UndoTable;
  undo_part: UndoPartTable;
  event: EventTable;
  event_horizon: EventHorizonTable;
  spam_training: SpamTrainingTable;
  spam_model: SpamModelTable;
  spam_training_example: SpamTrainingExampleTable;
}

export type Db = Kysely<Schema>;
