/** Types of all API bodies, and their zod schemas as `z…`. Loads no HTTP code. */
import type { components, operations, paths } from "./generated/api.gen.ts";

export * from "./generated/zod.gen.ts";

type Schemas = components["schemas"];

/** The id of an operation in the API document. */
export type OperationId = keyof operations;

export type Account = Schemas["Account"];
export type AccountInput = Schemas["AccountInput"];
export type AccountName = Schemas["AccountName"];
/** The paths type for `openapi-fetch` and similar clients. */
export type Paths = paths;
export type Alert = Schemas["Alert"];
export type AlertList = Schemas["AlertList"];
/** What is sent to the `alert_url` of an account. */
export type AlertMessage = Schemas["AlertMessage"];
export type AlertSecret = Schemas["AlertSecret"];
export type ApiKey = Schemas["ApiKey"];
export type ApiKeyInput = Schemas["ApiKeyInput"];
export type ApiKeyList = Schemas["ApiKeyList"];
export type ApiKeySettings = Schemas["ApiKeySettings"];
/** The response to the creation of a key, the only one with its text. */
export type ApiKeyWithText = Schemas["ApiKeyWithText"];
export type Attachment = Schemas["Attachment"];
export type BulkRefireResult = Schemas["BulkRefireResult"];
export type BulkResult = Schemas["BulkResult"];
export type Challenge = Schemas["Challenge"];
export type Claim = Schemas["Claim"];
export type ClaimFilter = Schemas["ClaimFilter"];
export type ClaimResult = Schemas["ClaimResult"];
export type DeliverySend = Schemas["DeliverySend"];
export type DeliverySendCounts = Schemas["DeliverySendCounts"];
export type DeliverySendResult = Schemas["DeliverySendResult"];
export type DeliveryState = Schemas["DeliveryState"];
export type DeliveryStop = Schemas["DeliveryStop"];
export type DeliveryStopResult = Schemas["DeliveryStopResult"];
export type DeliveryTrigger = Schemas["DeliveryTrigger"];
export type Domain = Schemas["Domain"];
export type DomainList = Schemas["DomainList"];
export type Extend = Schemas["Extend"];
/** All error codes of the API. */
export type ErrorCode = Schemas["ErrorCode"];
export type FieldProblem = Schemas["FieldProblem"];
export type FieldRule = Schemas["FieldRule"];
export type FieldValue = Schemas["FieldValue"];
export type Form = Schemas["Form"];
export type FormInput = Schemas["FormInput"];
export type FormSettings = Schemas["FormSettings"];
export type FormView = Schemas["FormView"];
export type FormViewList = Schemas["FormViewList"];
export type FormList = Schemas["FormList"];
export type FormParam = Schemas["FormParam"];
export type FormWebhook = Schemas["FormWebhook"];
export type FormWebhookInput = Schemas["FormWebhookInput"];
export type FormWebhookList = Schemas["FormWebhookList"];
export type FormWebhookSettings = Schemas["FormWebhookSettings"];
export type Health = Schemas["Health"];
/** What an API key may do. */
export type KeyScope = Schemas["KeyScope"];
export type ListMeta = Schemas["ListMeta"];
export type Me = Schemas["Me"];
export type PostFieldProblem = Schemas["PostFieldProblem"];
/** The body of the response to a rejected post. */
export type PostProblem = Schemas["PostProblem"];
export type Note = Schemas["Note"];
export type NoteList = Schemas["NoteList"];
export type Reply = Schemas["Reply"];
export type ReplyInput = Schemas["ReplyInput"];
export type ReplyList = Schemas["ReplyList"];
export type ReplyPreview = Schemas["ReplyPreview"];
export type ReplyTemplate = Schemas["ReplyTemplate"];
export type ReplyTemplateChange = Schemas["ReplyTemplateChange"];
export type ReplyTemplateInput = Schemas["ReplyTemplateInput"];
export type ReplyTemplateList = Schemas["ReplyTemplateList"];
export type PostResult = Schemas["PostResult"];
export type Preview = Schemas["Preview"];
export type PreviewInput = Schemas["PreviewInput"];
/** The body of every error response. */
export type Problem = Schemas["Problem"];
export type Project = Schemas["Project"];
export type ProjectInput = Schemas["ProjectInput"];
export type ProjectList = Schemas["ProjectList"];
export type Recipient = Schemas["Recipient"];
export type RecipientList = Schemas["RecipientList"];
export type EmailPreviewInput = Schemas["EmailPreviewInput"];
export type EmailPreview = Schemas["EmailPreview"];
export type TestEmail = Schemas["TestEmail"];
export type ReleaseResult = Schemas["ReleaseResult"];
export type RefireResult = Schemas["RefireResult"];
export type Release = Schemas["Release"];
export type SendingProgress = Schemas["SendingProgress"];
export type SigningSecret = Schemas["SigningSecret"];
export type Submission = Schemas["Submission"];
export type SubmissionClaim = Schemas["SubmissionClaim"];
export type SubmissionDeliveryState = Schemas["SubmissionDeliveryState"];
export type SubmissionChange = Schemas["SubmissionChange"];
export type BulkChange = Schemas["BulkChange"];
export type SubmissionList = Schemas["SubmissionList"];
export type UndoResult = Schemas["UndoResult"];
export type SubmissionListMeta = Schemas["SubmissionListMeta"];
export type SubmissionOrder = Schemas["SubmissionOrder"];
export type WebhookAttempt = Schemas["WebhookAttempt"];
export type WebhookFormat = Schemas["WebhookFormat"];
export type WebhookLog = Schemas["WebhookLog"];
export type WebhookLogList = Schemas["WebhookLogList"];
export type Delivery = Schemas["Delivery"];
export type DeliveryAttempt = Schemas["DeliveryAttempt"];
export type DeliveryList = Schemas["DeliveryList"];
export type DeliveryRefireResult = Schemas["DeliveryRefireResult"];
