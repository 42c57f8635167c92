export type { Download } from "./attachments.ts";
export { Intray, type RawInit, type RawResponse } from "./client.ts";
export {
  AbortedError,
  ApiError,
  ConnectionError,
  IntrayError,
  RedirectError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
export type { CallOptions, IntrayOptions, QueryValue } from "./options.ts";
export type { PagePromise } from "./paginate.ts";
export type { ApiPromise, ResponseInfo, WithResponse } from "./request.ts";
export type { FormSubmissionsParams, SubmissionListParams } from "./submissions.ts";
export type * from "./schemas.ts";
