import { useEach } from "../../../../../test/harness/use.ts";
import { addRecipient, addWebhook, newSubmission } from "../../../test/fixture.ts";
import { openJobFixture } from "../../../test/job-fixture.ts";
import { createJob } from "../../housekeeping/jobs.ts";

const HOUR_MS = 3_600_000;
const jobs = useEach(() => openJobFixture({ sendable: ["webhook"] }));

const statesBy = async () =>
  (await jobs.fixture.rows("delivery", ["url", "state", "reason", "next_attempt_at"])).map(
    ({ url, ...row }) => [url.split(":")[0], row.state, row.reason],
  );

it("cancels e-mails that nobody could send for 28 hours, and no webhooks", async () => {
  await addRecipient(jobs.fixture);
  await addWebhook(jobs.fixture);
  const post = (n: number) => jobs.fixture.accept(newSubmission(n, { now: jobs.clock.now() }));
  await post(1);
  jobs.clock.advance(HOUR_MS);
  await post(2);
  const run = async () => [
    await createJob("cancel unsendable deliveries", jobs.parts).run(9),
    await statesBy(),
  ];

  jobs.clock.advance(27 * HOUR_MS - 1);
  const early = await run();
  jobs.clock.advance(1);
  const due = await run();

  const mail = ["mailto", "queued", null];
  const webhook = ["http", "queued", null];
  expect(early).toEqual(["done", [mail, webhook, mail, webhook]]);
  expect(due).toEqual(["done", [["mailto", "canceled", "not_set_up"], webhook, mail, webhook]]);
});
