/** The figures of the overview's charts, also as CSV under `/dashboard/statistics`. */
import { guardFormulas } from "@intray/sdk/columns";
import { stringify } from "csv-stringify/sync";
import type { Hono } from "hono";
import { isPartial } from "../../store/engine/paging.ts";
import { SLOT_MS, type SourceStats } from "../../store/statistics/arrivals.ts";
import type { Store } from "../../store/store.ts";
import { firstDay, firstSlot, listLastDays, type ShownDay, sumDays } from "../format/days.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { type AnswerDays, answerDays } from "./answers.tsx";
import { hostName } from "./arrivals.tsx";

const DAY_MS = 86_400_000;
/** More hosts than a month of an account has, up to those that are counted together. */
const MAX_ROWS = 5_000;

type Reader = Pick<Store, "reads">;

/** Returns what arrived on each of the last days in the person's time zone, oldest first. */
export async function readDays(
  c: DashboardContext,
  store: Reader,
  now: number,
): Promise<readonly ShownDay[]> {
  const { scope } = c.var;
  const [utcDays, arrivals] = await Promise.all([
    // Today has begun in some zones before it does in UTC, and ends later in others.
    store.reads.accountDays({ ...scope, fromDay: firstDay(now) - 1 }),
    store.reads.accountArrivals({ ...scope, fromSlot: firstSlot(now) }),
  ]);
  return sumDays({ zone: c.var.zone.name, now, utcDays, arrivals });
}

/** Of the whole account, since nothing is counted by form: the most frequent hosts, and since when they are counted, if that is less than the days shown. */
export async function readSources(
  c: DashboardContext,
  store: Reader,
  now: number,
  limit: number,
): Promise<{ readonly sources: readonly SourceStats[]; readonly since: number | undefined }> {
  const { scope } = c.var;
  if (isPartial(scope)) return { sources: [], since: undefined };
  const fromDay = firstDay(now);
  const [sources, { completeFrom }] = await Promise.all([
    store.reads.accountSources({ ...scope, fromDay, limit }),
    store.reads.accountArrivals({ ...scope, fromSlot: Math.floor(now / SLOT_MS) }),
  ]);
  const began = (completeFrom - 1) * SLOT_MS;
  return { sources, since: began > fromDay * DAY_MS && began < now ? began : undefined };
}

/** Returns how long submissions waited for their first answer on each of the last days in the person's time zone. */
export async function readAnswers(
  c: DashboardContext,
  store: Reader,
  now: number,
): Promise<AnswerDays> {
  const zone = c.var.zone.name;
  const from = listLastDays(zone, now)[0]?.start ?? now;
  const stats = await store.reads.accountAnswers({ ...c.var.scope, from });
  return answerDays({ zone, now, stats });
}

export function addStatisticsRoutes(
  routes: Hono<DashboardEnv>,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
): void {
  routes.get("/statistics/days.csv", async (c) => {
    const days = await readDays(c, store, clock.now());
    const day = { [`day (${c.var.zone.name})`]: ({ date }: ShownDay) => date };
    return answerCsv(c, "submissions-per-day", days, { ...day, ...ARRIVED });
  });

  routes.get("/statistics/sources.csv", async (c) => {
    const { sources } = await readSources(c, store, clock.now(), MAX_ROWS);
    return answerCsv(c, "sources", sources, { host: ({ host }) => hostName(host), ...ARRIVED });
  });

  routes.get("/statistics/answers.csv", async (c) => {
    const { days } = await readAnswers(c, store, clock.now());
    return answerCsv(c, "time-to-first-answer", days, {
      [`day (${c.var.zone.name})`]: ({ date }) => date,
      answered: ({ answered }) => answered,
      "half within seconds": ({ median }) => inSeconds(median),
      "90% within seconds": ({ most }) => inSeconds(most),
    });
  });
}

type Cells<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** The rate is a share between 0 and 1 with four decimals; empty of nothing. */
export const ARRIVED = {
  submissions: ({ arrived }) => arrived,
  spam: ({ spam }) => spam,
  "spam rate": ({ arrived, spam }) => (arrived === 0 ? "" : (spam / arrived).toFixed(4)),
} satisfies Cells<{ readonly arrived: number; readonly spam: number }>;

const inSeconds = (ms: number | undefined) => (ms === undefined ? "" : Math.round(ms / 1_000));

/** @param columns The cell of a row, by heading. */
export function answerCsv<Row>(
  c: DashboardContext,
  name: string,
  rows: readonly Row[],
  columns: Cells<Row>,
): Response {
  const lines = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  c.header("Content-Type", "text/csv; charset=utf-8");
  c.header("Content-Disposition", `attachment; filename="${name}.csv"`);
  return c.body(
    `\uFEFF${stringify([Object.keys(columns), ...lines], { cast: { string: guardFormulas } })}`,
  );
}
