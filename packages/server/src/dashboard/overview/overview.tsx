/** `/dashboard`: issues, and statistics of submissions, deliveries and storage. */
import { Hono } from "hono";
import { dataOf } from "../http/api-client.ts";
import { Alerts } from "./alerts.tsx";
import { Attention } from "./attention.tsx";
import { AnswersCard } from "./answers.tsx";
import { ArrivalsCard } from "./arrivals.tsx";
import { assetUrl } from "../http/assets.ts";
import { DeliveryStats } from "./delivery-stats.tsx";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { FirstSteps, readFirstRun } from "./first-steps.tsx";
import { Latest } from "./latest.tsx";
import { areFirstStepsHidden, hideFirstSteps } from "../http/preferences.ts";
import { showPage } from "../layout/page.tsx";
import { UNANSWERED_FOR_MS } from "../forms/captcha-warning.tsx";
import { Sources } from "./sources.tsx";
import { readAnswers, readDays, readSources, statisticsRoutes } from "./statistics.ts";
import { StorageStats } from "./storage-stats.tsx";

const MAX_LATEST = 6;
const MAX_WEBHOOK_PROBLEMS = 10;
const MAX_SOURCES = 8;

export function overviewRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", async (c) => showOverview(c, parts));
  routes.post("/first-steps/hide", (c) => {
    hideFirstSteps(c, parts.publicUrl());
    return c.redirect("/dashboard", 303);
  });
  statisticsRoutes(routes, parts);
  return routes;
}

async function showOverview(
  c: DashboardContext,
  { store, clock, clockWatch, publicUrl, fileQuotaBytes }: DashboardParts,
) {
  const { account_id } = c.get("session");
  const now = clock.now();
  const clockState = clockWatch.state();
  const isClockFine = clockState.pause === undefined && clockState.newestAheadMs === 0;
  const api = c.get("api");
  const [
    list,
    days,
    attempts,
    problems,
    due,
    files,
    databaseBytes,
    { alerts },
    captchas,
    sources,
    answers,
  ] = await Promise.all([
    api.GET("/api/v1/submissions", { params: { query: { per_page: MAX_LATEST } } }).then(dataOf),
    readDays(c, store, now),
    store.reads.attemptStats({ account_id }),
    store.reads.webhooksNeedingAttention({ account_id, limit: MAX_WEBHOOK_PROBLEMS + 1 }),
    store.reads.oldestDue({ account_id }),
    store.reads.fileTotal({ account_id }),
    store.reads.databaseBytes({}),
    api.GET("/api/v1/alerts").then(dataOf),
    store.reads.unansweredCaptchas({ account_id, since: now - UNANSWERED_FOR_MS }),
    readSources(c, store, now, MAX_SOURCES),
    readAnswers(c, store, now),
  ]);
  const { submissions, meta } = list;
  const hasNoSubmissions = meta.inbox_count + meta.spam_count + meta.trash_count === 0;
  const hasHistory = days.some(({ arrived }) => arrived > 0);
  const isNew = hasNoSubmissions && !hasHistory;
  const firstRun = areFirstStepsHidden(c)
    ? undefined
    : await readFirstRun(c, { store }, { meta, hasHistory, origin: publicUrl() });
  return showPage(c, {
    title: "Overview",
    section: "overview",
    scripts: [assetUrl("overview.js")],
    styles: [assetUrl("uplot.css")],
    content: (
      <>
        <h1>Overview</h1>
        {firstRun === undefined ? null : <FirstSteps run={firstRun} origin={publicUrl()} />}
        {isNew && problems.length === 0 && due === undefined && isClockFine ? null : (
          <Attention
            unread={isNew ? undefined : meta.unread_count}
            problems={problems.slice(0, MAX_WEBHOOK_PROBLEMS)}
            captchas={captchas}
            hasMore={problems.length > MAX_WEBHOOK_PROBLEMS}
            due={due}
            clock={clockState}
            now={now}
          />
        )}
        <Alerts alerts={alerts} />
        {isNew ? null : <ArrivalsCard days={days} zone={c.get("zone").name} />}
        <div class="columns overview">
          <div class="stacked">
            {isNew ? null : <Latest submissions={submissions} />}
            <AnswersCard {...answers} />
          </div>
          <div class="stacked">
            <div class="stacked">
              <Sources {...sources} />
              <StorageStats
                databaseBytes={databaseBytes}
                files={files}
                quotaBytes={fileQuotaBytes}
              />
            </div>
            <DeliveryStats stats={attempts} />
          </div>
        </div>
      </>
    ),
  });
}
