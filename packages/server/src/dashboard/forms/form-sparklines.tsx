/** Sparklines of the submissions per day of several forms. */
import type { Child } from "hono/jsx";
import type { Form } from "@intray/sdk/schemas";
import { plural } from "../format/quantities.ts";
import { everyDay, firstDay, SHOWN_DAYS } from "../format/days.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import { Sparkline } from "./sparkline.tsx";

export type FormSparklines = (form: Form) => Child;

/** Reads the statistics of all `forms` with one query. */
export async function formSparklines(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  forms: readonly Form[],
): Promise<FormSparklines> {
  const now = clock.now();
  const days = await store.reads.formDays({
    account_id: c.get("session").account_id,
    form_ids: forms.map(({ id }) => id),
    from_day: firstDay(now),
  });
  const byForm = Map.groupBy(days, ({ form_id }) => form_id);
  return ({ id }) => {
    const values = everyDay(now, byForm.get(id) ?? []).map(({ arrived }) => arrived);
    const sum = values.reduce((all, one) => all + one, 0);
    return (
      <Sparkline values={values} label={`${plural(sum, "submission")} in ${SHOWN_DAYS} days`} />
    );
  };
}
