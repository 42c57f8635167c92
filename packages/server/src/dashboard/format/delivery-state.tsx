/** The delivery state of a submission, as badge and as options of a filter. */
import type { SubmissionDeliveryState } from "@intray/sdk/schemas";

/** In the order of the filter's options. */
const STATES = {
  waiting: ["waiting", "badge warn", "a delivery is queued or being sent"],
  failed: ["failed", "badge bad", "no destination took it"],
  partly: [
    "partly delivered",
    "badge bad",
    "some destinations took it, deliveries to others failed",
  ],
  delivered: ["delivered", "badge good", "every destination that it was sent to took it"],
  withheld: ["not sent", "badge soft", "spam, trash, or disabled or unconfirmed destinations"],
  none: ["nothing to send", "badge soft", "no destination was set up"],
} as const satisfies Readonly<
  Record<SubmissionDeliveryState, readonly [label: string, badge: string, meaning: string]>
>;

/** Values and labels of a filter; the first one selects every state. */
export const DELIVERY_STATE_OPTIONS: readonly (readonly [string, string])[] = [
  ["", "Any"],
  ...Object.entries(STATES).map(([name, [label]]) => [name, label] as const),
];

type DeliveryStateBadgeProps = { readonly of: SubmissionDeliveryState | null | undefined };

/** Shows nothing if nothing was to be sent, or if the state is not known. */
export function DeliveryStateBadge({ of }: DeliveryStateBadgeProps) {
  if (of === undefined || of === null || of === "none") return null;
  const [label, badge, meaning] = STATES[of];
  return (
    <span class={badge} title={meaning}>
      {label}
    </span>
  );
}
