/**
 * Counts the deliveries of each submission by their state, as on SQLite. Processes of the version before go on
 * working: the triggers count what they change. What they post is counted by housekeeping.
 */
import { type Kysely, sql } from "kysely";
import {
  CLEAR_WITHHELD,
  COUNT_CHANGE,
  deliveryStateColumns,
  IS_CANCELED_OR_RESTORED,
  isCountedChange,
  setCurrent,
} from "../0023-delivery-states.ts";

const triggerFunction = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`;

const STATEMENTS: readonly string[] = [
  ...deliveryStateColumns("smallint", "bigint"),
  triggerFunction("count_delivery_change", `${COUNT_CHANGE}; return null;`),
  `create trigger delivery_counted after update of state, is_current on delivery
    for each row when ${isCountedChange("is distinct from")}
    execute function count_delivery_change()`,
  triggerFunction("set_current_delivery", `${setCurrent("webhook_id")}; return null;`),
  `create trigger delivery_current after update of state on delivery
    for each row when (${IS_CANCELED_OR_RESTORED}) execute function set_current_delivery()`,
  triggerFunction(
    "consider_delivery",
    `if not exists (select from webhook where id = new.webhook_id and purpose <> 'submissions') then
      new.is_current := 0;
    end if;
    return new;`,
  ),
  `create trigger delivery_considered before insert on delivery
    for each row when (new.is_current is null
      and new."trigger" in ('ham', 'refire', 'refire_bulk', 'refire_log'))
    execute function consider_delivery()`,
  // The lock makes concurrent re-fires of a submission wait for each other: one of them is current.
  triggerFunction(
    "add_current_delivery",
    `perform from submission where id = new.submission_id for no key update;
    ${setCurrent("webhook_id")};
    ${CLEAR_WITHHELD};
    return null;`,
  ),
  `create trigger delivery_added after insert on delivery
    for each row when (new.is_current = 0) execute function add_current_delivery()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
