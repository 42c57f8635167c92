/** Checks that new ids are larger than old ones, and that no open transaction hides rows from ascending lists. */
import { longOpenIds } from "../store/engine/id-order.ts";
import { laggingSequences } from "../store/engine/sequences.ts";
import type { Check } from "./check.ts";

/** No transaction of the server takes this long. */
const MAX_OPEN_S = 60;

export const checkIds: Check = {
  name: "ids",
  async *run({ opened: { kind, db } }) {
    if (kind === "sqlite") return;
    for (const { table, newest_id, last_id } of await laggingSequences(db)) {
      yield `the next id of ${table} would be ${last_id + 1}, but ${newest_id} exists, as in a copy without sequences. Restart the server, which corrects it`;
    }
    for (const { table_name, lowest, pid } of await longOpenIds(db, { openForS: MAX_OPEN_S })) {
      yield `ascending lists and event streams end below ${table_name} ${lowest}, since the PostgreSQL process ${pid} has kept a transaction open for more than ${MAX_OPEN_S} seconds. End it with select pg_terminate_backend(${pid})`;
    }
  },
};
