/** Checks that the counters of each submission's deliveries equal a recount. */
import type { Db } from "../store/engine/schema.ts";
import { wrongDeliveryCounts } from "../store/submissions/delivery-state.ts";
import type { Check } from "./check.ts";

/** Ids of submissions per statement. */
const SPAN = 1_000;

export const checkDeliveryStates: Check = {
  name: "delivery states",
  async *run({ opened }) {
    for await (const ids of wrongDeliveryStates(opened.db)) {
      for (const id of ids) {
        yield `submission ${id}: its counters of deliveries differ from its deliveries`;
      }
    }
  },
};

/** Yields the ids of submissions with wrong counters, in batches. */
export async function* wrongDeliveryStates(db: Db): AsyncGenerator<readonly number[]> {
  const last = await db
    .selectFrom("submission")
    .select(({ fn }) => fn.max<number | null>("id").as("id"))
    .executeTakeFirstOrThrow();
  for (let above = 0; above < (last.id ?? 0); above += SPAN) {
    yield await wrongDeliveryCounts(db, { above, to: above + SPAN });
  }
}
