// The dispatcher with destinations of two kinds.
import { useEach } from "../../../../test/harness/use.ts";
import { addRecipient, addWebhook, newSubmission } from "../../test/fixture.ts";
import { openBench, START } from "../../test/outbox-bench.ts";
import { type DeliveryResult, unansweredResult } from "../domain/delivery/delivery-result.ts";
import type { DeliveryKind, OutgoingDelivery } from "../domain/delivery/delivery-kind.ts";
import type { SendingRecipient } from "../domain/delivery/destination.ts";

const REPORT = {
  startedAt: START,
  durationMs: 1,
  remoteIp: "127.0.0.1",
  receiver: "responds",
  status: 250,
  errorCode: null,
  excerpt: "2.0.0 Ok",
} as const;
const ANSWERED: DeliveryResult = { ...REPORT, result: "delivered" };
const HANGING = unansweredResult(REPORT, { errorCode: "timeout", excerpt: "no answer" });

describe("the dispatcher with two kinds of destinations", () => {
  let sent: OutgoingDelivery<SendingRecipient>[];
  const bench = useEach(openBench);
  beforeEach(() => {
    sent = [];
  });

  const mailer = (answer: () => DeliveryResult): DeliveryKind<SendingRecipient> => ({
    deadlineMs: 15_000,
    render: async ({ address }, { id }) => ({
      contentType: "message/rfc822",
      bytes: Buffer.from(`To ${address} about ${id}`),
    }),
    async send(delivery) {
      sent.push(delivery);
      return answer();
    },
  });

  it("counts a submission as sent to webhooks only once a webhook has taken it", async () => {
    await addRecipient(bench.fixture);
    await bench.accept();
    await addWebhook(bench.fixture);
    await bench.fixture.accept(newSubmission(2, { now: START }));
    bench.email = mailer(() => ANSWERED);
    await bench.start();

    await bench.allAre("succeeded");

    const [first, second] = await bench.fixture.rows("submission", ["webhook_sent_at"]);
    expect(first?.webhook_sent_at).toBeNull();
    expect(second?.webhook_sent_at).toBeGreaterThan(0);
  });

  it("opens one circuit for all recipients when the relay hangs, and holds no webhook", async () => {
    for (let n = 1; n <= 4; n += 1) {
      await addRecipient(bench.fixture, { url: `mailto:reader${n}@example.org` });
    }
    await bench.accept();
    let answer: DeliveryResult = HANGING;
    bench.email = mailer(() => answer);
    await bench.start();
    await bench.until(() => bench.dispatcher().circuits.open().length > 0);
    await addWebhook(bench.fixture);

    await bench.fixture.accept(newSubmission(2, { now: bench.clock.now() }));
    bench.dispatcher().wake();
    await bench.until(() => bench.attempts.length === 1);

    expect(bench.dispatcher().circuits.open()).toMatchObject([{ origin: "smtp" }]);
    answer = ANSWERED;
    await bench.allAre("succeeded");
    expect(bench.dispatcher().circuits.open()).toEqual([]);
  });

  it("leaves what it cannot send in the queue, and does not call it late", async () => {
    await addRecipient(bench.fixture);
    await addWebhook(bench.fixture);
    await bench.accept();
    await bench.start();

    await bench.until(() => bench.attempts.length === 1);
    await bench.until(async () => (await bench.rows())[1]?.state === "succeeded");
    bench.clock.advanceTo(START + 600_000);

    expect((await bench.rows())[0]).toMatchObject({ state: "queued", claims: 0 });
    expect(await bench.dispatcher().oldestDueMs()).toBe(0);
  });

  it("cancels what is queued for a recipient that was removed, and says so", async () => {
    const id = await addRecipient(bench.fixture);
    const other = await addRecipient(bench.fixture);
    await bench.accept();
    await bench.fixture.db.deleteFrom("webhook").where("id", "=", id).execute();
    const left = { enabled: 0, disabled_reason: "unsubscribed" } as const;
    await bench.fixture.update("webhook", left, { id: other });
    bench.email = mailer(() => ANSWERED);
    await bench.start();

    await bench.allAre("canceled");

    const reasons = (await bench.rows()).map(({ reason }) => reason);
    expect(reasons).toEqual(["recipient_deleted", "unsubscribed"]);
    expect(sent).toEqual([]);
  });

  it("keeps open no more than its kind takes at a time, and sends to webhooks meanwhile", async () => {
    for (let n = 1; n <= 6; n += 1) {
      await addRecipient(bench.fixture, { url: `mailto:reader${n}@example.org` });
    }
    await bench.accept();
    const ends: (() => void)[] = [];
    let most = 0;
    bench.email = {
      ...mailer(() => ANSWERED),
      maxOpen: 2,
      async send() {
        await new Promise<void>((end) => void (most = Math.max(most, ends.push(end))));
        return ANSWERED;
      },
    };
    await bench.start();
    await bench.until(() => ends.length === 2);
    await addWebhook(bench.fixture);
    await bench.fixture.accept(newSubmission(2, { now: bench.clock.now() }));
    bench.dispatcher().wake();

    await bench.until(() => bench.attempts.length === 1);
    expect(ends).toHaveLength(2);
    expect(await bench.dispatcher().oldestDueMs()).toBe(0);
    await bench.until(async () => {
      for (const end of ends.splice(0)) end();
      return (await bench.rows()).every(({ state }) => state === "succeeded");
    });
    expect(most).toBe(2);
  });

  it("leaves its places to others and keeps its lease while it awaits a late answer", async () => {
    await addRecipient(bench.fixture);
    for (let n = 1; n <= 51; n += 1) await bench.fixture.accept(newSubmission(n, { now: START }));
    for (let n = 1; n <= 8; n += 1) {
      await addRecipient(bench.fixture, { url: `mailto:reader${n}@example.org` });
    }
    const late = Promise.withResolvers<DeliveryResult>();
    let areAllLate = false;
    let sends = 0;
    bench.email = {
      ...mailer(() => ANSWERED),
      maxOpen: 2,
      maxAwaited: 3,
      async send(_, __, onLate) {
        sends += 1;
        if (sends > 1 && !areAllLate) return ANSWERED;
        onLate();
        return late.promise;
      },
    };
    await bench.start();

    await bench.until(() => bench.clock.now() >= START + 300_000);
    const meanwhile = (await bench.rows()).map(({ state }) => state);
    areAllLate = true;
    await bench.fixture.accept(newSubmission(52, { now: bench.clock.now() }));
    await bench.until(() => bench.clock.now() >= START + 600_000);
    const lateOnes = sends - 50;
    late.resolve(ANSWERED);
    await bench.allAre("succeeded");

    expect(meanwhile).toEqual(["delivering", ...Array<string>(50).fill("succeeded")]);
    // Those beyond the limit take the places of open ones.
    expect(lateOnes).toBe(5);
    expect(sends).toBe(60);
    expect(bench.counted.filter(({ outcome }) => outcome !== "succeeded")).toEqual([]);
    await bench.until(() => bench.dispatcher().leased() === 0);
  });

  it("skips what its kind refuses, also if the body is stored, and says why", async () => {
    await addRecipient(bench.fixture, { purpose: "reply", url: "mailto:" });
    await bench.accept();
    bench.email = {
      ...mailer(() => HANGING),
      refusal: async ({ id, submission }) =>
        sent.length > 0 ? `${id} ${submission.email} was answered` : undefined,
    };
    await bench.start();

    await bench.allAre("skipped");

    const answered = { reason: "1 person1@example.org was answered", attempts_made: 1 };
    expect(await bench.rows()).toMatchObject([answered]);
    expect(sent).toHaveLength(1);
  });
});
