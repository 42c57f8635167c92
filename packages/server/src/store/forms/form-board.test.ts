import { addWebhook, newSubmission, RECIPIENTS, useSharedFixture } from "../../../test/fixture.ts";
import { HOUR_MS, recordRejectedPosts } from "../statistics/rejected-posts.ts";
import { FORM_ORDERS, FORM_STATES, formBoard } from "./form-board.ts";
import { createForm } from "./forms.ts";
import { createProject } from "./projects.ts";

const fixture = useSharedFixture();
const NOW = 40 * 24 * HOUR_MS;
const ALL = {
  account_id: 1,
  project_id: undefined,
  query: "",
  state: undefined,
  order: "name",
  isDescending: false,
  limit: 9,
  offset: 0,
  now: NOW,
} as const;
let zoo = 0;

const idsOf = async (over: Partial<Parameters<typeof formBoard>[1]>) =>
  (await formBoard(fixture.db, { ...ALL, ...over })).records.map(({ id }) => id);

/** Form 2 has more of everything than form 1. */
beforeAll(async () => {
  const { db, box } = fixture;
  const made = { account_id: 1, recipients: RECIPIENTS, now: 1 };
  ({ id: zoo } = await createProject(db, { account_id: 1, name: "zoo", now: 1 }));
  for (const [n, archived] of [
    [2, false],
    [3, true],
  ] as const) {
    const settings = { name: `Zebra ${n}`, project_id: zoo, archived };
    await createForm(db, { ...made, uuid: `00000000000${n}`, settings }, box);
  }
  await addWebhook(fixture, { form_id: 2, enabled: 0 });
  for (const [n, spam] of [
    [1, 0],
    [2, 1],
  ] as const) {
    await fixture.accept(newSubmission(n, { form_id: 2, spam, now: NOW - 3 * HOUR_MS }));
  }
  const days = { form_id: 2, account_id: 1, spam: 0 };
  await fixture.insert("submission_day", { ...days, day: 39, arrived: 4 });
  await fixture.insert("submission_day", { ...days, day: 9, arrived: 9 });
  const post = { form_id: 2, reason: "origin", last_at: NOW, examples: "[]" } as const;
  await recordRejectedPosts(db, {
    posts: [
      { ...post, hour: NOW / HOUR_MS - 1, count: 5 },
      { ...post, hour: 1, count: 50 },
    ],
  });
  const alert = { account_id: 1, kind: "form_silent", subject_id: 2, detail: "{}" } as const;
  const since = NOW - 90 * HOUR_MS;
  await fixture.insert("alert", { ...alert, since, raised_at: NOW, seen_at: NOW });
});

it.each(FORM_ORDERS)("sorts forms by %s", async (order) => {
  expect([await idsOf({ order }), await idsOf({ order, isDescending: true })]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

it("says what each form has, and finds those of a project, a name and a state", async () => {
  const { records, count } = await formBoard(fixture.db, { ...ALL, offset: 1 });

  expect(count).toBe(2);
  expect(records).toEqual([
    {
      id: 2,
      name: "Zebra 2",
      project: "zoo",
      month: 4,
      last_at: NOW - 3 * HOUR_MS,
      silent: 90 * HOUR_MS,
      silence: "{}",
      destinations: 1,
      troubled: 1,
      unread: 1,
      spam: 1,
      rejected: 5,
      undelivered: 1,
      archived: 0,
      isRejecting: true,
    },
  ]);
  const found: Record<string, readonly number[]> = {
    zoo: await idsOf({ project_id: zoo }),
    zebra: await idsOf({ query: "ZEBRA" }),
    stranger: await idsOf({ account_id: 2 }),
  };
  for (const state of FORM_STATES) found[state] = await idsOf({ state });
  expect(found).toEqual({
    zoo: [2],
    zebra: [2],
    stranger: [],
    accepting: [1],
    rejecting: [2],
    silent: [2],
    undelivered: [2],
    archived: [3],
  });
});
