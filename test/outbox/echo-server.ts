// A server that also sends to the kind of destination that echo-kind.ts declares.
import { SENDERS } from "../../packages/server/dist/bootstrap/outbox-wiring.js";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { renderPayload } from "../../packages/server/dist/delivery/payload/formats.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import type { DeliveryKind } from "../../packages/server/dist/domain/delivery/delivery-kind.js";
import type { SendingWebhook } from "../../packages/server/dist/domain/delivery/destination.js";
import { payloadSource } from "../../packages/server/dist/domain/delivery/payload-source.js";
import { systemClock } from "../../packages/server/dist/platform/clock.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";

const origins = { publicUrl: "http://intray.test", filesUrl: "http://intray.test" };

/** Asks for a second attempt, which it answers with what it was sent. */
const sender: DeliveryKind<SendingWebhook> = {
  deadlineMs: 1_000,
  addressProblem: (address) =>
    address.includes("forbidden") ? "This server must not call there." : undefined,
  render: (destination, submission) =>
    renderPayload(destination, payloadSource(submission, origins)),
  async send({ attempt, destination, body }) {
    const report = { startedAt: Date.now(), durationMs: 1, remoteIp: null, status: null } as const;
    return attempt === 1
      ? {
          ...report,
          result: "retry",
          reason: "echo_busy",
          isPressed: false,
          retryAfterMs: undefined,
          receiver: "responds",
          errorCode: "connection_refused",
          excerpt: "Call again.",
        }
      : {
          ...report,
          result: "delivered",
          receiver: "responds",
          errorCode: null,
          excerpt: `${destination.address} ${Buffer.from(body.bytes).toString()}`,
        };
  },
};
Object.assign(SENDERS, { echo: { isSetUp: () => true, open: () => sender } });

const { config } = readConfig(process.env);
const server = await startServer({
  config,
  clock: systemClock,
  random: systemRandom,
  log: createLog("error"),
  onDeath: (error) => {
    throw error;
  },
});
process.stdout.write(`intray listening on ${server.url}\n`);
