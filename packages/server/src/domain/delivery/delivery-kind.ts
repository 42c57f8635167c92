/** The seam between the outbox and the kinds of destinations: each kind renders, sends and reads the answers. */
import type { Body, DeliveryTrigger } from "./delivery.ts";
import type { DeliveryResult } from "./delivery-result.ts";
import type { DestinationKind, SendingDestination } from "./destination.ts";
import type { PayloadSubmission } from "./payload-source.ts";

export interface DeliveredSubmission extends PayloadSubmission {
  readonly uid: string | null;
  /** The installations that it has passed, see hops.ts; `null` for almost every submission. */
  readonly hops: string | null;
}

export interface OutgoingDelivery<Destination> {
  readonly id: number;
  /** 1 for the first. */
  readonly attempt: number;
  readonly trigger: DeliveryTrigger;
  readonly destination: Destination;
  readonly body: Body;
  /** `undefined` if the delivery has its own body. */
  readonly submission: Pick<DeliveredSubmission, "id" | "uid" | "hops" | "email"> | undefined;
  /** Of the own body; `null` if it has none. */
  readonly ownUid: string | null;
  /** Where the own body goes, as its delivery says it; `null` if it has none. */
  readonly ownAddress: string | null;
}

/** A delivery that may be sent unless its kind objects. */
export interface PreparedDelivery<Destination> {
  readonly id: number;
  readonly destination: Destination;
  readonly submission: Pick<DeliveredSubmission, "id" | "email">;
}

export interface DeliveryKind<Destination> {
  /** The longest time that one attempt takes, in milliseconds, without the wait for a late answer. */
  readonly deadlineMs: number;
  /** How many deliveries of all destinations together may be open; `undefined` = no such limit. */
  readonly maxOpen?: number;
  /** How many more may await a late answer. Further ones take the places of open deliveries. */
  readonly maxAwaited?: number;
  /** Why this server must not send to an address; `undefined` if it may. Absent if it may send to all. */
  addressProblem?(address: string): string | undefined;
  /**
   * Why a delivery of a submission must not be sent; `undefined` if it may. Asked before each attempt; absent if
   * all may. A delivery that must not is skipped. Rejects only if this server is to blame, as {@link send}.
   */
  refusal?(delivery: PreparedDelivery<Destination>): Promise<string | undefined>;
  /**
   * Renders what is sent for a submission. Called for the first attempt only: the bytes are stored.
   *
   * @throws Error whose message says why it cannot be rendered; the delivery fails for good.
   */
  render(destination: Destination, submission: DeliveredSubmission): Body | Promise<Body>;
  /**
   * Sends once. Rejects only if this server is to blame; then the delivery is queued again, uncounted.
   *
   * @param onLate Called if the receiver has everything and its answer may take long: the delivery then leaves its
   *   slot to others, and keeps its lease until the answer.
   */
  send(
    delivery: OutgoingDelivery<Destination>,
    signal: AbortSignal,
    onLate: () => void,
  ): Promise<DeliveryResult>;
}

/** What this server can send, by kind; without the kinds that are not set up. */
export type DeliveryKinds = Readonly<
  Partial<Record<DestinationKind, DeliveryKind<SendingDestination>>>
>;
