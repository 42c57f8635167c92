// The commands of the outbox, and the end of a sequence.
import type { Fixture } from "../../packages/server/test/fixture.ts";
import { claim, crash, handBack, MAX_CLAIM, recover, settle, sweep } from "./outbox-dispatch.ts";
import { inState, type OutboxModel } from "./outbox-model.ts";
import { accept, mark, refire, refireLogEntry, remove, step, toggle } from "./outbox-people.ts";
import type { OutboxCommand } from "./outbox-rows.ts";

export const OUTBOX_COMMANDS: readonly OutboxCommand[] = [
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
export async function settleEverything(model: OutboxModel, real: Fixture): Promise<void> {
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
