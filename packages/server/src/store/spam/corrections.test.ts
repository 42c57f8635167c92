import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { akismetChanges, readCorrection } from "./corrections.ts";

const fixture = useFixture();

it("finds submissions whose verdict changes, of forms that use Akismet", async () => {
  const ham = (await fixture.accept(newSubmission(1))).id;
  const spam = (await fixture.accept(newSubmission(2, { spam: 1 }))).id;
  const marks = { account_id: 1, submission_ids: [ham, spam, 999] };

  const unused = await akismetChanges(fixture.db, { ...marks, spam: true });
  await fixture.update("form", { settings: '{"spam_checks":{"akismet":true}}' });

  expect(unused).toEqual([]);
  expect(await akismetChanges(fixture.db, { ...marks, spam: true })).toEqual([ham]);
  expect(await akismetChanges(fixture.db, { ...marks, spam: false })).toEqual([spam]);
  expect(await akismetChanges(fixture.db, { ...marks, account_id: 2, spam: true })).toEqual([]);

  await fixture.update("form", {
    settings: '{"spam_checks":{"akismet":true},"contribute_to_spam_training":false}',
  });
  expect(await akismetChanges(fixture.db, { ...marks, spam: true })).toEqual([]);
});

it("reads a submission as its sender sent it", async () => {
  const { id } = await fixture.accept(newSubmission(1, { fields: '[["message","Hi"]]', spam: 1 }));

  expect(await readCorrection(fixture.db, { id })).toMatchObject({
    fields: [["message", "Hi"]],
    spam: true,
  });
  expect(await readCorrection(fixture.db, { id: 999 })).toBeUndefined();
});
