import { useEach } from "../../../../test/harness/use.ts";
import { addWebhook, FIXTURE_SECRET, newSubmission } from "../../test/fixture.ts";
import { encryptHeaders, encryptUrl } from "../store/webhooks/webhook-encryption.ts";
import { openBench } from "../../test/outbox-bench.ts";

const NEXT = "whsec_bmV4dA==";
const DAY_MS = 24 * 3_600 * 1_000;

describe("what a delivery is signed with", () => {
  let webhook: number;
  const bench = useEach(openBench);
  beforeEach(async () => {
    webhook = await addWebhook(bench.fixture);
    // Long enough for a test to act before the retry: the clock jumps by a second at most.
    await bench.start([60_000, DAY_MS]);
  });

  const scope = (now = bench.clock.now()) => ({ account_id: 1, id: webhook, now });
  /** Accepts a submission and returns the attempt that it leads to. */
  async function send(number: number) {
    await bench.fixture.accept(newSubmission(number, { now: bench.clock.now() }));
    bench.dispatcher().wake();
    await bench.allAre("succeeded");
    const { signingSecret, previousSecret } = bench.attempts.at(-1) ?? {};
    return [signingSecret, previousSecret];
  }

  it("is both secrets for a day after a rotation, then only the new one", async () => {
    await bench.store().writes.stageSecret({ ...scope(), signing_secret: NEXT });
    const staged = await send(1);
    await bench.store().writes.activateSecret(scope());
    const activated = bench.clock.now();
    const fresh = await send(2);
    bench.clock.advanceTo(activated + DAY_MS);
    const later = await send(3);

    expect(staged).toEqual([FIXTURE_SECRET, undefined]);
    expect(fresh).toEqual([NEXT, FIXTURE_SECRET]);
    expect(later).toEqual([NEXT, undefined]);
  });

  it("is only the new secret after an immediate replacement, also for queued retries", async () => {
    await bench.store().writes.stageSecret({ ...scope(), signing_secret: NEXT });
    await bench.store().writes.activateSecret(scope());
    bench.answer = () => bench.answered(bench.attempts.length === 1 ? 500 : 200);
    await bench.accept();
    bench.dispatcher().wake();
    await bench.until(async () => (await bench.rows())[0]?.attempts_made === 1);

    await bench.store().writes.replaceSecret({ ...scope(), signing_secret: "whsec_Y3V0" });
    await bench.allAre("succeeded");

    expect(bench.attempts.map((one) => [one.signingSecret, one.previousSecret])).toEqual([
      [NEXT, FIXTURE_SECRET],
      ["whsec_Y3V0", undefined],
    ]);
  });

  it("includes the header values as they were entered", async () => {
    const headers = [{ name: "Authorization", value: "Basic YTpi" }];
    await bench.fixture.update("webhook", {
      headers: encryptHeaders(bench.fixture.box, webhook, headers, "[]"),
    });

    await send(1);

    expect(bench.attempts[0]?.headers).toEqual(headers);
  });

  it.each(["signing_secret", "secret_url"] as const)(
    "delays only its own webhook if its %s cannot be decrypted",
    async (column) => {
      const other = await addWebhook(bench.fixture);
      const url = encryptUrl(bench.fixture.box, other, "http://127.0.0.1:9/hook");
      await bench.fixture.update("webhook", url, { id: other });
      const moved = await bench.fixture.row("webhook", [column], { id: other });
      await bench.fixture.update("webhook", moved, { id: webhook });
      await bench.accept();
      bench.dispatcher().wake();

      await bench.until(async () =>
        (await bench.rows()).some((row) => row.webhook_id === other && row.state === "succeeded"),
      );

      expect(bench.attempts.map(({ webhookId }) => webhookId)).toEqual([`msg_1_${other}_uid1`]);
      expect((await bench.rows())[0]).toMatchObject({ webhook_id: webhook, attempts_made: 0 });
    },
  );
});
