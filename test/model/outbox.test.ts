// Random sequences of everything that happens to deliveries, against a plain model, on both databases.
import { sql } from "kysely";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { addWebhook, type Fixture, useSharedFixture } from "../../packages/server/test/fixture.ts";
import { OUTBOX_COMMANDS, settleEverything } from "./outbox-commands.ts";
import { newOutboxModel, type OutboxModel } from "./outbox-model.ts";
import { checkSequences, TIMEOUT_MS } from "./runs.ts";

const START = 1_700_000_000_000;

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
    const checked = checkSequences({ kinds: OUTBOX_COMMANDS, setUp, end: settleEverything });

    await expect(checked).resolves.toBeUndefined();
  },
  TIMEOUT_MS,
);
