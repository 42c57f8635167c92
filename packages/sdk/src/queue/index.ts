/** The queue: hands each unread submission to a handler at least once, and marks it read after success. */
export { backoffMs } from "./transition.ts";
export { claimSource } from "./claim-source.ts";
export type { ClaimClient, ClaimSourceOptions } from "./claim-source.ts";
export { clientSource } from "./client-source.ts";
export type {
  ClientSourceOptions,
  QueueCallOptions,
  QueueClient,
  UnreadListParams,
} from "./client-source.ts";
export { deliveryLine, deliveryOf } from "./delivery.ts";
export type { QueueDelivery, QueueSubmission } from "./delivery.ts";
export type { QueueEnd, QueueEvent, QueueSummary } from "./event.ts";
export { functionHandler } from "./handler.ts";
export type {
  HandlerFunction,
  HandlerResult,
  QueueHandler,
  QueueWork,
  StartedBatch,
  StartedHandler,
  UnstartedHandler,
} from "./handler.ts";
export { ITEM_STATES, owesMark, UNKNOWN_TO_SERVER } from "./item.ts";
export type { HandlerProcess, ItemState, ItemStateKind, QueueItem } from "./item.ts";
export { memoryStore } from "./store.ts";
export type { QueueOptions } from "./options.ts";
export { describeOutcome, judge } from "./outcome.ts";
export type { HandlerOutcome, Judgement } from "./outcome.ts";
export type { Asked, QueueHostOptions } from "./queue-host.ts";
export { runQueue } from "./run-queue.ts";
export { QueueSourceError } from "./source.ts";
export type {
  GiveBack,
  LeasedSubmission,
  Look,
  QueueSource,
  UnreadEntry,
  UnreadPage,
} from "./source.ts";
export type { Outlives, QueueStore } from "./store.ts";
export { QUEUE_FILTERS, unreadQuery } from "./unread-filter.ts";
export type { QueueFilter, RecordFlags } from "./unread-filter.ts";
export { DEFAULT_POLICY, newItem, transition } from "./transition.ts";
export type { ItemEvent, QueuePolicy } from "./transition.ts";
