import { sql } from "kysely";
import {
  addWebhook,
  newSubmission,
  RECIPIENTS,
  useSharedFixture,
  newAttachment,
} from "../../../test/fixture.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import { findAttachment, findPublicAttachment } from "../files/attachments.ts";
import { deleteFormBatch } from "./deleted-forms.ts";
import { clearRemovedFiles, removedFiles } from "../files/file-ledger.ts";
import { refireSubmissions } from "../deliveries/refires.ts";
import { listDeliveries } from "../deliveries/delivery-log.ts";
import { readForm } from "./form-lookup.ts";
import { listFormNames } from "./form-names.ts";
import { createForm, deleteForm, findForm, listForms } from "./forms.ts";
import { createProject, deleteProject } from "./projects.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { countStates, countSubmissions } from "../submissions/submission-counts.ts";
import { listSubmissions } from "../submissions/submission-list.ts";
import { getSubmission, updateSubmission } from "../submissions/submissions.ts";
import { listWebhookNames, listWebhooks } from "../webhooks/webhooks.ts";

const fixture = useSharedFixture();

const request = (form_id: number) => ({ account_id: 1, form_id, now: 9 });

async function untilGone(limit: number): Promise<readonly string[]> {
  while (await deleteFormBatch(fixture.db, { limit }));
  const storageKeys = await removedFiles(fixture.db, { limit: 100 });
  await clearRemovedFiles(fixture.db, { storageKeys });
  return storageKeys;
}

async function countOf(table: "form" | "submission" | "delivery", form_id: number) {
  const id = table === "form" ? "id" : "form_id";
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where ${sql.ref(id)} = ${form_id}`.execute(
    fixture.db,
  );
  return rows[0]?.n;
}

describe("deleting a form", () => {
  let form_id = 0;
  let project_id = 0;
  let next = 1;
  beforeEach(async () => {
    ({ id: project_id } = await createProject(fixture.db, { account_id: 1, name: "P", now: 1 }));
    const uuid = (0xc00 + next).toString(16).padStart(12, "0");
    const settings = { name: "Doomed", project_id };
    const made = { account_id: 1, uuid, settings, recipients: RECIPIENTS, now: 1 };
    form_id = (await createForm(fixture.db, made, fixture.box)).id;
  });
  const post = async (over: Partial<NewSubmission> = {}) => {
    next += 1;
    return fixture.accept(newSubmission(next, { form_id, ...over }));
  };

  it("hides it immediately, with everything that belongs to it", async () => {
    const { db } = fixture;
    const { id } = await post({ attachments: [newAttachment(1)] });
    await sql`update webhook set form_id = ${form_id}
      where id = ${await addWebhook(fixture)}`.execute(db);
    const second = await post();
    const account = { ...UNFILTERED, account_id: 1 };
    const before = await countStates(db, { ...account, now: 1 });

    await deleteForm(db, request(form_id), fixture.box);

    expect(before.inbox_count).toBe(2);
    const ref = { id: form_id, uuid: undefined };
    expect(await findForm(db, { account_id: 1, ref }, fixture.box)).toBe(undefined);
    expect(
      (
        await listForms(
          db,
          { account_id: 1, query: undefined, archived: false, limit: 9, offset: 0 },
          fixture.box,
        )
      ).records,
    ).toHaveLength(1);
    expect(await listFormNames(db, { account_id: 1 })).toMatchObject([
      { id: 1, opening_marks_read: false, queue_consumer: null },
    ]);
    expect(await listFormNames(db, { account_id: 1, ids: [form_id] })).toEqual([]);
    expect(await readForm(db, `${form_id}`, fixture.box)).toBeUndefined();
    expect(await getSubmission(db, { id, account_id: 1 })).toBeUndefined();
    for (const order of ["date_desc", "email_asc"] as const) {
      expect(await listSubmissions(db, { ...account, order, limit: 9, offset: 0 })).toEqual([]);
    }
    expect(await countStates(db, { ...account, now: 1 })).toMatchObject({
      inbox_count: 0,
      unread_count: 0,
    });
    expect(await countSubmissions(db, account)).toEqual({ count: 0, isExact: true });
    expect(await findPublicAttachment(db, { public_token: "token1", since: 0 })).toBeUndefined();
    expect(await findAttachment(db, { id: 1, account_id: 1 })).toBeUndefined();
    expect((await listDeliveries(db, { account_id: 1, limit: 9, offset: 0 })).count).toBe(0);
    const all = { account_id: 1, limit: 9, offset: 0, query: undefined, seesUrls: true };
    expect((await listWebhooks(db, all, fixture.box)).count).toBe(0);
    expect(await listWebhookNames(db, { account_id: 1, limit: 9 })).toEqual([]);
    const refired = { account_id: 1, submission_ids: [id], trigger: "refire", now: 1 } as const;
    expect(await refireSubmissions(db, refired)).toMatchObject([{ status: "not_found" }]);
    await expect(deleteForm(db, request(form_id), fixture.box)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      updateSubmission(db, { id: second.id, account_id: 1, change: { read: true }, now: 1 }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(await deleteProject(db, { account_id: 1, id: project_id, now: 1 })).toMatchObject({
      id: project_id,
    });
    expect(await untilGone(10)).toEqual([newAttachment(1).storage_key]);
  });

  it("continues in batches after an interruption, and does not touch other forms", async () => {
    const { db } = fixture;
    for (let n = 0; n < 5; n++) await post(n === 4 ? { attachments: [newAttachment(2)] } : {});
    const kept = await post({ form_id: 1 });
    await deleteForm(db, request(form_id), fixture.box);

    const batch = await deleteFormBatch(db, { limit: 3 });
    const afterFirst = await countOf("submission", form_id);
    // A post that was accepted before the deletion arrives late.
    await post();
    const keys = await untilGone(3);

    expect([batch, afterFirst]).toEqual([true, 2]);
    expect(keys).toEqual([newAttachment(2).storage_key]);
    expect([await countOf("form", form_id), await countOf("submission", form_id)]).toEqual([0, 0]);
    expect(await getSubmission(db, { id: kept.id, account_id: 1 })).toBeDefined();
  });

  it("removes tests with a sample, and cancels nothing of other forms", async () => {
    const { db } = fixture;
    await sql`insert into delivery (account_id, form_id, webhook_id, webhook_name, url, "trigger",
        state, next_attempt_at, created_at)
      values (1, ${form_id}, 1, 'W', 'u', 'test', 'queued', 1, 1)`.execute(db);
    await deleteForm(db, request(form_id), fixture.box);

    await untilGone(1);

    expect([await countOf("delivery", form_id), await countOf("form", form_id)]).toEqual([0, 0]);
  });

  it("is rejected for another account, and removes nothing of a form that was not deleted", async () => {
    await expect(
      deleteForm(fixture.db, { ...request(form_id), account_id: 2 }, fixture.box),
    ).rejects.toMatchObject({ code: "not_found" });
    await post();

    expect(await deleteFormBatch(fixture.db, { limit: 9 })).toBe(false);
    expect(await countOf("submission", form_id)).toBe(1);
  });
});
