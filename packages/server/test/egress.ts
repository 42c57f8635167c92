/** An egress for tests, and a function that delivers through it. */
import { systemClock } from "../src/platform/clock.ts";
import { type WebhookRequest, createDeliver } from "../src/delivery/deliver.ts";
import { createAddressGuard } from "../src/delivery/address-guard.ts";
import { installationOf } from "../src/domain/delivery/hops.ts";
import { type EgressParts, openEgress } from "../src/delivery/egress.ts";

export type TestEgress = ReturnType<typeof openTestEgress>;

export interface TestEgressOptions extends Partial<EgressParts> {
  /** Entries of `INTRAY_WEBHOOK_ALLOW`. Default: none. */
  readonly allow?: readonly string[];
  readonly isOwn?: Parameters<typeof createAddressGuard>[1];
  readonly deadlineMs?: number;
}

export function openTestEgress({
  allow = [],
  isOwn = () => false,
  deadlineMs = 5_000,
  clock = systemClock,
  ...parts
}: TestEgressOptions = {}) {
  const installation = installationOf([Buffer.alloc(32, 7)]);
  const egress = openEgress({ guard: createAddressGuard(allow, isOwn), clock, ...parts });
  const deliver = createDeliver({
    egress,
    clock,
    deadlineMs,
    userAgent: "Intray/test",
    installation,
    believesGone: false,
  });
  return {
    egress,
    /** One attempt to deliver `{}` to `url`. */
    post: (
      url: string,
      over?: Partial<WebhookRequest>,
      signal: AbortSignal = new AbortController().signal,
    ) =>
      deliver(
        {
          url,
          headers: [],
          signingSecret: "whsec_dGVzdA==",
          body: { contentType: "application/json", bytes: Buffer.from("{}") },
          deliveryId: 1,
          attempt: 1,
          trigger: "intake",
          signatureHeader: null,
          previousSecret: undefined,
          webhookId: "msg_1_1",
          hops: null,
          ...over,
        },
        signal,
      ),
  };
}

/** The same, which may reach 127.0.0.1 unless `options` say otherwise, and is closed when the test ends. */
export function useTestEgress(options: TestEgressOptions = {}): TestEgress {
  const opened = openTestEgress({ allow: ["127.0.0.1"], ...options });
  onTestFinished(() => opened.egress.close());
  return opened;
}
