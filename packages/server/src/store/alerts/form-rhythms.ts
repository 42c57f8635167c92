/** When submissions of forms arrive, by which it is found that a form has fallen silent. */
import { sql } from "kysely";
import { parseSettings } from "../../domain/form.ts";
import { RHYTHM_DAYS, type Rhythm } from "../../domain/alerts/silence.ts";
import type { Db } from "../engine/schema.ts";
import { isListed } from "../forms/live-forms.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import { SLOT_MS } from "../statistics/arrivals.ts";

export interface FormRhythm extends Rhythm {
  readonly form_id: number;
  readonly account_id: number;
  readonly name: string;
  readonly silence_alerts: "usual" | "always";
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The hours of a day are those of the last four weeks. */
const HOUR_DAYS = 28;

const IS_LIVE = isListed(false);

/** All forms with alerts about silence that have had submissions: four statements, whatever their number. */
export async function formRhythms(db: Db, { now }: { readonly now: number }) {
  const forms = await db
    .selectFrom("form")
    .select(["id", "account_id", FORM_LABEL.as("name"), "settings", "created_at"])
    .select(
      // By the index submission_state.
      sql<number | null>`(select created_at from submission where form_id = form.id
        and trash = 0 and spam = 0 order by id desc limit 1)`.as("last_at"),
    )
    .where(IS_LIVE)
    .execute();
  const arrived = sql<number>`arrived - spam`;
  const rows = await db
    .selectFrom("submission_day")
    .select(["form_id", "day", arrived.as("arrived")])
    .where("day", ">=", Math.floor(now / DAY_MS) - 2 * RHYTHM_DAYS)
    .where(arrived, ">", 0)
    // Read by form and day, since the table has all days of all forms.
    .where("form_id", "in", (from) => from.selectFrom("form").select("id").where(IS_LIVE))
    .execute();
  const hour = sql<number>`slot * ${sql.lit(SLOT_MS)} / ${sql.lit(HOUR_MS)} % 24`;
  const slots = await db
    .selectFrom("arrival")
    .select(["account_id", hour.as("hour")])
    .select(sql<number>`cast(sum(${arrived}) as bigint)`.as("arrived"))
    .where("slot", ">=", Math.floor((now - HOUR_DAYS * DAY_MS) / SLOT_MS))
    .groupBy(["account_id", hour])
    .execute();
  const probe = await db.selectFrom("write_probe").select("up_since").executeTakeFirst();
  const daysOf = Map.groupBy(rows, ({ form_id }) => form_id);
  const hoursOf = Map.groupBy(slots, ({ account_id }) => account_id);
  return {
    /** The server has taken posts since then. */
    upSince: probe?.up_since ?? now,
    forms: forms.flatMap(({ id, account_id, name, settings, created_at, last_at }) => {
      const { silence_alerts } = parseSettings(settings);
      const days = new Map(daysOf.get(id)?.map(({ day, arrived: n }) => [day, n]));
      // The newest submission may have been deleted since, or marked as spam: then its day is known.
      const lastDayEnds = (Math.max(-1, ...days.keys()) + 1) * DAY_MS - 1;
      const isShown = last_at !== null && last_at > lastDayEnds - DAY_MS;
      const lastAt = isShown ? last_at : Math.min(now, lastDayEnds);
      if (silence_alerts === "off" || lastAt <= 0) return [];
      const hours = Array<number>(24).fill(0);
      for (const slot of hoursOf.get(account_id) ?? []) hours[slot.hour] = slot.arrived;
      return [
        {
          form_id: id,
          account_id,
          name,
          silence_alerts,
          days,
          hours,
          createdAt: created_at,
          lastAt,
        },
      ];
    }),
  };
}
