/** `/dashboard/statistics`: what arrived between two days, each day or month, and in each form. */
import type { Hono } from "hono";
import { AppError, caught, invalid } from "../../domain/errors.ts";
import { isDate } from "../../domain/fields/input-values.ts";
import type { ArrivedIn } from "../../store/submissions/submission-days.ts";
import { firstDay } from "../format/days.ts";
import { percentage, plural } from "../format/quantities.ts";
import { assetUrl } from "../http/assets.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { Select, TextField, optionsOf } from "../layout/fields.tsx";
import { choiceHint } from "../layout/form-label.ts";
import { Table } from "../layout/lists.tsx";
import { OnlyInProject, showPage } from "../layout/page.tsx";
import { Text } from "../layout/user-text.tsx";
import { dayName } from "./arrivals.tsx";
import { Chart } from "./chart.tsx";
import { answerCsv, ARRIVED } from "./statistics.ts";

const PAGE = "/dashboard/statistics";
const DAY_MS = 86_400_000;
/** More days are shown by month. */
const MAX_BARS = 100;
const MAX_DAYS = 5 * 366;
/** Of the page; the file has all up to {@link MAX_ROWS}. */
const MAX_FORMS = 100;
const MAX_ROWS = 100_000;

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

type Range = { readonly from: string; readonly to: string; readonly form_id: string };

const rangeOf = (c: DashboardContext, now: number): Range => ({
  from: c.req.query("from") ?? dateOf(firstDay(now)),
  to: c.req.query("to") ?? dateOf(Math.floor(now / DAY_MS)),
  form_id: c.req.query("form_id") ?? "",
});

/** @throws AppError `invalid`. */
function daysOf({ from, to }: Range): { readonly fromDay: number; readonly toDay: number } {
  const [fromDay = 0, toDay = 0] = Object.entries({ from, to }).map(([name, text]) => {
    if (isDate(text)) return Date.parse(text) / DAY_MS;
    throw invalid(name, `"${text.slice(0, 40)}" is not a date. Use the format 2026-01-31.`);
  });
  if (toDay < fromDay) throw invalid("to", "The last day is before the first. Change one of them.");
  if (toDay - fromDay >= MAX_DAYS) throw invalid("from", "Choose at most five years.");
  return { fromDay, toDay };
}

/** What arrived on each day, or in each month of a long range; every one of them is there. */
async function readPeriods(c: DashboardContext, { store }: DashboardParts, range: Range) {
  const { fromDay, toDay } = daysOf(range);
  const days = await store.reads.accountDays({ ...scopeOf(c, range), fromDay, toDay });
  const length = toDay - fromDay < MAX_BARS ? "2026-01-31".length : "2026-01".length;
  const sums = new Map<string, { arrived: number; spam: number }>();
  for (let day = fromDay; day <= toDay; day += 1) {
    sums.set(dateOf(day).slice(0, length), { arrived: 0, spam: 0 });
  }
  for (const { day, arrived, spam } of days) {
    const sum = sums.get(dateOf(day).slice(0, length));
    if (sum !== undefined) Object.assign(sum, add(sum, { arrived, spam }));
  }
  return [...sums].map(([period, counts]) => ({ period, ...counts }));
}

type Counts = Pick<ArrivedIn, "arrived" | "spam">;
const add = (a: Counts, b: Counts) => ({ arrived: a.arrived + b.arrived, spam: a.spam + b.spam });

const scopeOf = (c: DashboardContext, { form_id }: Range) => ({
  ...c.var.scope,
  // An id that is none names no form.
  ...(form_id === "" ? {} : { form_id: Number(form_id) || 0 }),
});

const readForms = (c: DashboardContext, { store }: DashboardParts, range: Range, limit: number) =>
  store.reads.formArrivals({ ...scopeOf(c, range), ...daysOf(range), limit });

export function addFormStatistics(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.get("/statistics", async (c) => showStatistics(c, parts));

  routes.get("/statistics/periods.csv", async (c) => {
    const periods = await readPeriods(c, parts, rangeOf(c, parts.clock.now()));
    const period = { "period (UTC)": (one: (typeof periods)[number]) => one.period };
    return answerCsv(c, "submissions", periods, { ...period, ...ARRIVED });
  });

  routes.get("/statistics/forms.csv", async (c) => {
    const forms = await readForms(c, parts, rangeOf(c, parts.clock.now()), MAX_ROWS);
    return answerCsv(c, "forms", forms, {
      id: ({ id }) => id,
      form: ({ name }) => name,
      ...ARRIVED,
    });
  });
}

async function showStatistics(c: DashboardContext, parts: DashboardParts): Promise<Response> {
  const range = rangeOf(c, parts.clock.now());
  const checked = await caught(async () => daysOf(range));
  const error = checked instanceof AppError ? checked : undefined;
  const choices = await parts.store.reads.listFormNames(c.var.scope);
  return showPage(c, {
    title: "Statistics",
    section: "overview",
    scripts: [assetUrl("overview.js")],
    styles: [assetUrl("uplot.css")],
    status: error === undefined ? 200 : 422,
    crumbs: [["Overview", "/dashboard"]],
    note: "Submissions by the day on which they were posted, deleted ones included. Days are in UTC.",
    content: (
      <>
        <CheckedForm marked={error}>
          <form class="card filters" method="get">
            <Select
              name="form_id"
              label="Form"
              value={range.form_id}
              options={optionsOf(choices, "All forms")}
              other={`Form ${range.form_id}`}
              {...choiceHint(choices)}
            />
            <TextField name="from" label="From (UTC)" type="date" value={range.from} />
            <TextField name="to" label="To (UTC)" type="date" value={range.to} />
            <button>Filter</button>
          </form>
        </CheckedForm>
        <p class="row small">
          {[7, 30, 90, 365].map((days) => {
            const from = dateOf(Math.floor(parts.clock.now() / DAY_MS) - days + 1);
            const query = new URLSearchParams({ form_id: range.form_id, from });
            return <a href={`${PAGE}?${query.toString()}`}>{`Last ${days} days`}</a>;
          })}
        </p>
        {error === undefined ? <Figures c={c} parts={parts} range={range} /> : null}
      </>
    ),
  });
}

const MONTH = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
/** Of a day or month: `5 Nov`, `Nov 2026`. */
const nameOf = (period: string) =>
  period.length === "2026-01".length ? MONTH.format(new Date(period)) : dayName(period);

interface FiguresProps {
  readonly c: DashboardContext;
  readonly parts: DashboardParts;
  readonly range: Range;
}

async function Figures({ c, parts, range }: FiguresProps) {
  const [periods, forms] = await Promise.all([
    readPeriods(c, parts, range),
    readForms(c, parts, range, MAX_FORMS),
  ]);
  const { arrived, spam } = periods.reduce(add, { arrived: 0, spam: 0 });
  const query = new URLSearchParams({ ...range }).toString();
  return (
    <>
      <Card
        region="periods"
        title={plural(arrived, "submission")}
        note={`${spam.toLocaleString("en")} arrived as spam (${percentage(spam, arrived)}).`}
      >
        <Chart
          caption={`Submissions from ${range.from} to ${range.to}`}
          first="Period"
          columns={[
            { label: "Submissions", color: "accent" },
            { label: "Spam", color: "warn" },
          ]}
          rows={periods.map((one) => ({
            label: nameOf(one.period),
            values: [one.arrived, one.spam],
          }))}
          csv={`${PAGE}/periods.csv?${query}`}
        />
      </Card>
      <Card
        region="forms"
        title="By form"
        {...(forms.length === MAX_FORMS && {
          note: `The ${MAX_FORMS} forms with most submissions.`,
        })}
      >
        <Table
          rows={forms}
          empty={
            <>
              No submissions. <OnlyInProject />
            </>
          }
          columns={[
            {
              heading: "Form",
              cell: ({ id, name }) => (
                <a href={`/dashboard/forms/${id}/answers?from=${range.from}&to=${range.to}`}>
                  <Text of={name} />
                </a>
              ),
            },
            {
              heading: "Submissions",
              look: "number",
              cell: (form) => form.arrived.toLocaleString("en"),
            },
            {
              heading: "Spam rate",
              look: "number",
              cell: (form) => percentage(form.spam, form.arrived),
            },
          ]}
        />
        <a class="small" href={`${PAGE}/forms.csv?${query}`} download>
          Download as CSV
        </a>
      </Card>
    </>
  );
}
