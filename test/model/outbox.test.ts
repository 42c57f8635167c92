// Random sequences of everything that happens to deliveries, against a plain model, on both databases.
import { sql } from "kysely";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { addWebhook, type Fixture, useSharedFixture } from "../../packages/server/test/fixture.ts";
import { claim, crash, handBack, MAX_CLAIM, recover, settle, sweep } from "./outbox-dispatch.ts";
import { inState, newOutboxModel, type OutboxModel } from "./outbox-model.ts";
import { accept, mark, refire, refireLogEntry, remove, step, toggle } from "./outbox-people.ts";
import { checkSequences, TIMEOUT_MS } from "./runs.ts";

const START = 1_700_000_000_000;

const COMMANDS = [
  accept,
  accept,
  claim,
  claim,
  settle,
  settle,
  sweep,
  crash,
  handBack,
  refire,
  refireLogEntry,
  toggle,
  mark,
  remove,
  step,
];

/** Lets every delivery end: no promise may leave one open for ever. */
async function settleEverything(model: OutboxModel, real: Fixture): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const open = [...inState(model, "queued"), ...inState(model, "delivering")];
    if (open.length === 0) break;
    await recover(model, real, true);
    const last = Math.max(model.now, ...open.map(({ next_attempt_at }) => next_attempt_at ?? 0));
    model.now = last;
    await claim.run(model, real, MAX_CLAIM - 1);
    while (model.attempts.length > 0) await settle.run(model, real, 0);
  }
  expect([...inState(model, "queued"), ...inState(model, "delivering")]).toEqual([]);
}

const real = useSharedFixture();
beforeAll(() => {
  // Nothing here needs a disk: a crash is one of the process.
  if (!isOnPostgres) real.sqlite.pragma("synchronous = off");
});

/** Two webhooks and nothing else; emptying tables costs less than a new database. */
async function setUp(): Promise<{ model: OutboxModel; real: Fixture }> {
  for (const table of ["attempt", "delivery", "submission", "webhook", "event"]) {
    await sql`delete from ${sql.table(table)}`.execute(real.db);
  }
  const model = newOutboxModel(START);
  model.webhooks.set(await addWebhook(real), { enabled: true, isHamOnly: true });
  const second = await addWebhook(real, { trigger_when_spam: 1 });
  model.webhooks.set(second, { enabled: true, isHamOnly: false });
  return { model, real };
}

it(
  "keeps every delivery as the model says, and ends it in a state that a person can see",
  async () => {
    const checked = checkSequences({ kinds: COMMANDS, setUp, end: settleEverything });

    await expect(checked).resolves.toBeUndefined();
  },
  TIMEOUT_MS,
);
