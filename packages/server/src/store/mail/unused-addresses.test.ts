import { useEach } from "../../../../../test/harness/use.ts";
import { openDigestFixture } from "../../../test/mail/digest-fixture.ts";
import { createJob } from "../../housekeeping/jobs.ts";

const DAY_MS = 86_400_000;
const form = useEach(openDigestFixture);

const address = (name: string, over: object = {}) =>
  form.fixture.insert("mail_address", {
    address: `${name}@example.org`,
    confirmed_at: 1,
    link_token: name,
    created_at: form.clock.now(),
    ...over,
  });
const left = async () =>
  (await form.fixture.rows("mail_address", ["address"])).map((row) => row.address.split("@")[0]);

it("keeps addresses for a month after their last use, and those that protect somebody", async () => {
  const job = createJob("prune addresses", form.parts);
  const run = async () => {
    while ((await job.run(2)) === "more");
    return left();
  };
  await address("unused");
  await address("failing", { failure_count: 2 });
  await address("suppressed", { suppressed_at: 1, suppressed_reason: "550" });
  await address("login");
  await address("back");
  await form.fixture.insert("login", { email: "login@example.org" });
  const all = ["ada", "unused", "failing", "suppressed", "login", "back"];

  const first = await run();
  await form.change({ notification_emails: "back@example.org" });
  form.clock.advance(30 * DAY_MS - 1);
  const early = await run();
  form.clock.advance(1);
  const month = await run();
  await form.change({ notification_emails: "" });
  form.clock.advance(61 * DAY_MS);
  const marked = await run();
  form.clock.advance(30 * DAY_MS);
  const end = await run();

  expect([first, early]).toEqual([all, all]);
  // "ada" was removed later than the first run.
  expect(month).toEqual(["ada", "failing", "suppressed", "login", "back"]);
  expect(marked).toEqual(["failing", "suppressed", "login", "back"]);
  expect(end).toEqual(["suppressed", "login"]);
});

it("leaves who has unsubscribed unsubscribed", async () => {
  const unsubscribed = { form_id: 1, address: "ada@example.org", created_at: 1 };
  await form.fixture.insert("mail_unsubscription", unsubscribed);
  await form.change({ notification_emails: "" });
  for (let days = 0; days <= 60; days += 30) {
    await createJob("prune addresses", form.parts).run(9);
    form.clock.advance(30 * DAY_MS);
  }
  const before = await left();

  await form.change({ notification_emails: "ada@example.org" });

  expect(before).toEqual([]);
  expect(await form.fixture.rows("webhook", ["disabled_reason"], { kind: "email" })).toEqual([
    { disabled_reason: "unsubscribed" },
  ]);
});
