/** The part of the public API that is the same on every platform. */
export type { DownloadOptions } from "./download.ts";
export type { RawInit } from "./client.ts";
export type { AnswerProblem } from "./errors.ts";
export {
  AbortedError,
  ApiError,
  ConnectionError,
  InvalidFieldsError,
  IntrayError,
  RedirectError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
export type { EventStream, FollowOptions } from "./event-stream.ts";
export type {
  DeliveryUpdatedEvent,
  EventData,
  EventType,
  IntrayEvent,
  ResetEvent,
  SubmissionCreatedEvent,
  SubmissionDeletedEvent,
  SubmissionUpdatedEvent,
} from "./event-types.ts";
export type { FollowParams } from "./event-types.ts";
export type { IntakeFields } from "./http/intake-body.ts";
export type {
  Attempt,
  CallOptions,
  Fetch,
  Logger,
  LogLevel,
  QueryValue,
  Retry,
} from "./options.ts";
export type { JsonPage } from "./json/json-page.ts";
export type { PagePromise } from "./paginate.ts";
export { type FieldSchema, type ParsedSubmission, parseFields } from "./parse-fields.ts";
export type { ApiPromise, ResponseInfo, WithResponse } from "./http/request.ts";
export type { FormSubmissionsParams, SubmissionListParams } from "./submissions.ts";
export type * from "./api-types.ts";
