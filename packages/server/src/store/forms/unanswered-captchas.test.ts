import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { unansweredCaptchas } from "./unanswered-captchas.ts";

const fixture = useFixture();
beforeEach(() => fixture.update("form", { captcha: "{}" }, { id: 1 }));

const UNANSWERED = { spam: 1, spam_reason: "captcha" } as const;

it("lists a form with a captcha while its newest posts have no answer", async () => {
  const found = () => unansweredCaptchas(fixture.db, { account_id: 1, since: 2_000 });

  const before = await found();
  await fixture.accept(newSubmission(1));
  await fixture.accept(newSubmission(2, UNANSWERED));
  const unanswered = await found();
  const ofForm = await unansweredCaptchas(fixture.db, { account_id: 1, form_id: 1, since: 2_000 });
  const ofOther = await unansweredCaptchas(fixture.db, { account_id: 1, form_id: 9, since: 2_000 });
  const later = await unansweredCaptchas(fixture.db, { account_id: 1, since: 9_000 });
  const stranger = await unansweredCaptchas(fixture.db, { account_id: 2, since: 2_000 });
  await fixture.accept(newSubmission(3));

  expect(unanswered).toMatchObject([{ id: 1 }]);
  expect(ofForm).toEqual(unanswered);
  expect([before, ofOther, later, stranger]).toEqual([[], [], [], []]);
  expect(await found()).toEqual([]);
});

it("lists no form without a captcha, and none whose posts are other spam", async () => {
  await fixture.accept(newSubmission(1, { spam: 1, spam_reason: "content" }));
  const other = await unansweredCaptchas(fixture.db, { account_id: 1, since: 0 });
  await fixture.accept(newSubmission(2, UNANSWERED));
  await fixture.update("form", { captcha: null }, { id: 1 });

  expect(other).toEqual([]);
  expect(await unansweredCaptchas(fixture.db, { account_id: 1, since: 0 })).toEqual([]);
});
