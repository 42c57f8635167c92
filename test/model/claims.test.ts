// Random sequences of claims of submissions by several consumers, against a plain model, on both databases.
import { sql } from "kysely";
import { AppError } from "../../packages/server/src/domain/errors.ts";
import { CLAIM_STATE } from "../../packages/server/src/domain/submission/submission-claim-state.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import {
  extendLeases,
  releaseSubmissions,
} from "../../packages/server/src/store/submissions/submission-claims.ts";
import { updateSubmissions } from "../../packages/server/src/store/submissions/submission-changes.ts";
import { deleteSubmission } from "../../packages/server/src/store/submissions/submissions.ts";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { claimIn } from "../../packages/server/test/store/claims.ts";
import {
  addForm,
  type Fixture,
  newSubmission,
  openFixture,
} from "../../packages/server/test/fixture.ts";
import { useShared } from "../harness/use.ts";
import { checkSequences, type CommandKind, pick, TIMEOUT_MS } from "./runs.ts";

interface Submission {
  readonly id: number;
  readonly form_id: number;
  read: boolean;
  spam: boolean;
  trash: boolean;
  /** `leased` with a token, or put off without one. */
  state: "free" | "leased" | "dead";
  until: number | null;
  token: string | null;
  claims: number;
}

interface ClaimsModel {
  now: number;
  readonly submissions: Map<number, Submission>;
  readonly tokens: string[];
  count: number;
}

type Kind = CommandKind<ClaimsModel, Fixture>;

const START = 1_700_000_000_000;
const LEASE_MS = 60_000;
const MAX_CLAIM = 4;
const ACCOUNT = { account_id: 1 };
/** A copy of form 1. */
const SECOND_FORM = 2;

const isInQueue = ({ read, spam, trash }: Submission) => !read && !spam && !trash;

interface Queue {
  readonly form_id: number | undefined;
  /** Undefined: spam and ham. */
  readonly spam: 0 | 1 | undefined;
}

/** The first one is that of {@link drain}. */
const QUEUES: readonly Queue[] = [
  { form_id: undefined, spam: 0 },
  { form_id: 1, spam: 0 },
  { form_id: SECOND_FORM, spam: undefined },
  { form_id: undefined, spam: 1 },
  { form_id: undefined, spam: undefined },
];

const isClaimable = (model: ClaimsModel, submission: Submission, { form_id, spam }: Queue) =>
  !submission.read &&
  !submission.trash &&
  (form_id === undefined || submission.form_id === form_id) &&
  (spam === undefined || submission.spam === (spam === 1)) &&
  (submission.state === "free" ||
    (submission.state === "leased" && (submission.until ?? 0) <= model.now));

const isHeld = (model: ClaimsModel, { token, until }: Submission, wanted: string) =>
  token === wanted && (until ?? 0) > model.now;

const inOrder = (model: ClaimsModel) =>
  [...model.submissions.values()].toSorted((a, b) => a.id - b.id);

function free(submission: Submission): void {
  Object.assign(submission, { state: "free", until: null, token: null });
}

const SHOWN = ["id", "read", "spam", "trash", "claim_state", "claim_state_until"] as const;

async function compare(model: ClaimsModel, { rows }: Fixture): Promise<void> {
  expect(await rows("submission", [...SHOWN, "lease_token", "claim_count"])).toEqual(
    inOrder(model).map(({ id, read, spam, trash, state, until, token, claims }) => ({
      id,
      read: read ? 1 : 0,
      spam: spam ? 1 : 0,
      trash: trash ? 1 : 0,
      claim_state: CLAIM_STATE[state],
      claim_state_until: until,
      lease_token: token,
      claim_count: claims,
    })),
  );
}

const accept: Kind = {
  name: "accept",
  async run(model, real) {
    model.count += 1;
    const form_id = 1 + (model.count % SECOND_FORM);
    const { id } = await real.accept(
      newSubmission(model.count, { form_id, now: model.now, duplicate_window_ms: 0 }),
    );
    const plain = { read: false, spam: false, trash: false, claims: 0 };
    model.submissions.set(id, { id, form_id, ...plain, state: "free", until: null, token: null });
    await compare(model, real);
  },
};

const claim: Kind = {
  name: "claim",
  async run(model, real, choice) {
    const limit = 1 + (choice % MAX_CLAIM);
    const queue = pick(QUEUES, Math.floor(choice / MAX_CLAIM));
    model.count += 1;
    const token = `token ${model.count}`;
    const expected = inOrder(model)
      .filter((one) => isClaimable(model, one, queue))
      .slice(0, limit);
    const lease_expires_at = model.now + LEASE_MS;
    const lease = await claimIn(real.db, {
      ...queue,
      limit,
      lease_token: token,
      lease_expires_at,
      now: model.now,
    });
    expect(lease.submission_ids).toEqual(expected.map(({ id }) => id));
    for (const one of expected) {
      Object.assign(one, { state: "leased", until: lease_expires_at, token });
      one.claims += 1;
    }
    model.tokens.push(token);
    await compare(model, real);
  },
};

/** Some of the ids, and one that nothing has. */
const someIds = (model: ClaimsModel, choice: number) => [
  ...[...model.submissions.keys()].filter((id) => (id + choice) % 3 > 0),
  1_000_000,
];

/** What happens to those that a token still holds; with none the call is a conflict. */
async function byToken(
  model: ClaimsModel,
  real: Fixture,
  {
    choice,
    ids,
    act,
    after,
  }: {
    readonly choice: number;
    /** Default: all that the token holds. */
    readonly ids: readonly number[] | undefined;
    readonly act: (
      db: Db,
      scope: { lease_token: string; now: number; account_id: number },
    ) => Promise<readonly number[]>;
    readonly after: (submission: Submission) => void;
  },
): Promise<void> {
  const lease_token = pick(model.tokens, choice);
  const held = inOrder(model).filter(
    (one) => isHeld(model, one, lease_token) && ids?.includes(one.id) !== false,
  );
  const acting = real.transact((db) => act(db, { ...ACCOUNT, lease_token, now: model.now }));
  if (held.length === 0) await expect(acting).rejects.toBeInstanceOf(AppError);
  else expect(await acting).toEqual(held.map(({ id }) => id));
  held.forEach(after);
  await compare(model, real);
}

const hasToken = (model: Readonly<ClaimsModel>) => model.tokens.length > 0;
const hasSubmission = (model: Readonly<ClaimsModel>) => model.submissions.size > 0;

const release: Kind = {
  name: "release",
  check: (model) => hasToken(model) && hasSubmission(model),
  run(model, real, choice) {
    const until = model.now + LEASE_MS / 2;
    const as = pick(
      [{ kind: "free" }, { kind: "deferred", until }, { kind: "dead" }] as const,
      Math.floor(choice / 5),
    );
    const ids = someIds(model, choice);
    return byToken(model, real, {
      choice,
      ids,
      act: (db, scope) => releaseSubmissions(db, { ...scope, submission_ids: ids, as }),
      after(submission) {
        free(submission);
        if (as.kind === "dead") submission.state = "dead";
        if (as.kind === "deferred") Object.assign(submission, { state: "leased", until });
      },
    });
  },
};

const extend: Kind = {
  name: "extend",
  check: hasToken,
  run(model, real, choice) {
    const until = model.now + 2 * LEASE_MS;
    const ids = choice % 2 === 0 ? undefined : someIds(model, choice);
    return byToken(model, real, {
      choice,
      ids,
      act: async (db, scope) => {
        const lease = { ...scope, submission_ids: ids, lease_expires_at: until };
        return (await extendLeases(db, lease)).submission_ids;
      },
      after: (submission) => void (submission.until = until),
    });
  },
};

const update = (real: Fixture, { id }: Submission, how: { readonly change: object; now: number }) =>
  real.transact((db) => updateSubmissions(db, { ...ACCOUNT, submission_ids: [id], ...how }));

const mark: Kind = {
  name: "mark",
  check: hasSubmission,
  async run(model, real, choice) {
    const submission = pick(inOrder(model), choice);
    const change = pick(
      [
        { read: true },
        { read: false },
        { spam: true },
        { spam: false },
        { trash: true },
        { trash: false },
      ],
      Math.floor(choice / 13),
    );
    await update(real, submission, { change, now: model.now });
    Object.assign(submission, change);
    // Read ends every claim state; unread ends all but a lease.
    const isLeased = submission.state === "leased" && submission.token !== null;
    if (change.read === true || (change.read === false && !isLeased)) free(submission);
    await compare(model, real);
  },
};

const remove: Kind = {
  name: "delete",
  check: hasSubmission,
  async run(model, real, choice) {
    const { id } = pick(inOrder(model), choice);
    await real.transact((db) => deleteSubmission(db, { id, ...ACCOUNT, now: model.now }));
    model.submissions.delete(id);
    await compare(model, real);
  },
};

const step: Kind = {
  name: "clock step",
  async run(model, _real, choice) {
    model.now += pick([1_000, LEASE_MS / 2, LEASE_MS, -1_000, -LEASE_MS], choice);
  },
};

const real = useShared(openFixture);
beforeAll(async () => {
  await addForm(real);
  // Nothing here needs a disk.
  if (!isOnPostgres) real.sqlite.pragma("synchronous = off");
});

async function setUp(): Promise<{ model: ClaimsModel; real: Fixture }> {
  for (const table of ["submission", "event"]) {
    await sql`delete from ${sql.table(table)}`.execute(real.db);
  }
  return { model: { now: START, submissions: new Map(), tokens: [], count: 0 }, real };
}

/** Consumers that mark read what they claim get every submission of the queue, each of them once. */
async function drain(model: ClaimsModel): Promise<void> {
  model.now += 10 * LEASE_MS;
  const waiting = inOrder(model).filter((one) => isInQueue(one) && one.state !== "dead");
  const got: number[] = [];
  for (let round = 0; round <= waiting.length; round += 1) {
    const before = new Map([...model.submissions].map(([id, { claims }]) => [id, claims]));
    await claim.run(model, real, 0);
    const claimed = inOrder(model).find(({ id, claims }) => claims > (before.get(id) ?? 0));
    if (claimed === undefined) break;
    got.push(claimed.id);
    await update(real, claimed, { change: { read: true }, now: model.now });
    claimed.read = true;
    free(claimed);
  }
  expect(got).toEqual(waiting.map(({ id }) => id));
}

it(
  "hands out every unread submission to one consumer at a time, as the model says",
  async () => {
    const checked = checkSequences({
      kinds: [accept, accept, claim, claim, release, extend, mark, mark, remove, step],
      setUp,
      end: drain,
    });

    await expect(checked).resolves.toBeUndefined();
  },
  TIMEOUT_MS,
);
