/** `/dashboard`: issues, and statistics of submissions, deliveries and storage. */
import { Hono } from "hono";
import type { Submission } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import { addDismissal, Attention, readIssues } from "./attention.tsx";
import { AnswersCard } from "./answers.tsx";
import { ArrivalsCard, Sources } from "./arrivals.tsx";
import { assetUrl } from "../http/assets.ts";
import { DeliveryStats } from "./delivery-stats.tsx";
import { isPartial } from "../../store/engine/paging.ts";
import { toDoOf } from "../../domain/submission/submission-filter.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { addFormStatistics } from "./form-statistics.tsx";
import { FirstSteps, readFirstRun } from "./first-steps.tsx";
import { areFirstStepsHidden, hideFirstSteps } from "../http/preferences.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import { labelOf } from "../layout/form-label.ts";
import { Card, Stats } from "../layout/card.tsx";
import { showPage } from "../layout/page.tsx";
import { readAnswers, readDays, readSources, addStatisticsRoutes } from "./statistics.ts";
import { isUnseen, messagePreview, senderName } from "../inbox/row-text.ts";
import { Age } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";
import type { FileTotal } from "../../store/files/file-totals.ts";
import { plural } from "../format/quantities.ts";
import { fileSize } from "../../platform/text/file-size.ts";

const MAX_LATEST = 6;
const MAX_SOURCES = 8;

export function createOverviewPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", async (c) => showOverview(c, parts));
  routes.post("/first-steps/hide", (c) => {
    hideFirstSteps(c, parts.publicUrl());
    return c.redirect("/dashboard", 303);
  });
  addDismissal(routes);
  addStatisticsRoutes(routes, parts);
  addFormStatistics(routes, parts);
  return routes;
}

async function showOverview(c: DashboardContext, parts: DashboardParts) {
  const { store, clock, publicUrl, fileQuotaBytes } = parts;
  const { scope } = c.var;
  const { account_id, member_id } = scope;
  const now = clock.now();
  const { api } = c.var;
  const [list, days, attempts, files, databaseBytes, sources, answers, found] = await Promise.all([
    api.GET("/api/v1/submissions", { params: { query: { per_page: MAX_LATEST } } }).then(dataOf),
    readDays(c, store, now),
    store.reads.attemptStats(scope),
    store.reads.fileTotal({ account_id }),
    store.reads.databaseBytes({}),
    readSources(c, store, now, MAX_SOURCES),
    readAnswers(c, store, now),
    readIssues(c, parts),
  ]);
  const { submissions, meta } = list;
  const ids = [...new Set(submissions.map(({ form_id }) => form_id))];
  const forms = await store.reads.listFormNames({ account_id, member_id, ids });
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
        {isNew && found.issues.length === 0 ? null : (
          <Attention {...found} unread={isNew ? undefined : toDoOf(meta)} />
        )}
        {firstRun === undefined ? null : <FirstSteps run={firstRun} origin={publicUrl()} />}
        {isNew ? null : <ArrivalsCard days={days} zone={c.var.zone.name} />}
        <div class="columns overview">
          <div class="stacked">
            {isNew ? null : <Latest submissions={submissions} forms={forms} now={now} />}
            <AnswersCard {...answers} />
          </div>
          <div class="stacked">
            <div class="stacked">
              {isPartial(scope) ? null : <Sources {...sources} />}
              {member_id === undefined ? (
                <StorageStats
                  databaseBytes={databaseBytes}
                  files={files}
                  quotaBytes={fileQuotaBytes}
                />
              ) : null}
            </div>
            <DeliveryStats stats={attempts} />
          </div>
        </div>
      </>
    ),
  });
}

interface LatestProps {
  readonly submissions: readonly Submission[];
  readonly forms: readonly NamedForm[];
  readonly now: number;
}

const Latest = ({ submissions, forms, now }: LatestProps) => (
  <Card
    region="latest"
    title="Latest submissions"
    actions={<a href="/dashboard/inbox">All submissions</a>}
  >
    {submissions.length === 0 ? (
      <p class="empty">The inbox is empty.</p>
    ) : (
      <ul class="latest">
        {submissions.map((submission) => (
          <Row submission={submission} form={labelOf(forms, submission)} now={now} />
        ))}
      </ul>
    )}
  </Card>
);

type RowProps = { readonly submission: Submission; readonly form: string; readonly now: number };

function Row({ submission, form, now }: RowProps) {
  const { id, created_at } = submission;
  const preview = messagePreview(submission);
  return (
    <li>
      <a href={`/dashboard/submissions/${id}`} class={isUnseen(submission) ? "unseen" : undefined}>
        <Text of={senderName(submission) ?? `Submission ${id}`} />
      </a>
      <span class="soft small">
        <Age at={created_at} now={now} />
      </span>
      <div class="soft small excerpt">
        <Text of={form} />
        {preview === "" ? null : (
          <>
            {": "}
            <Text of={preview} />
          </>
        )}
      </div>
    </li>
  );
}

/** From this share of the quota on, a warning is shown. */
const WARNING_SHARE = 0.8;

interface StorageStatsProps {
  readonly databaseBytes: number;
  readonly files: FileTotal;
  /** `undefined` = no quota. */
  readonly quotaBytes: number | undefined;
}

function StorageStats({ databaseBytes, files: { bytes, files }, quotaBytes }: StorageStatsProps) {
  const isNearlyFull = quotaBytes !== undefined && bytes >= quotaBytes * WARNING_SHARE;
  return (
    <Card region="storage" title="Storage">
      <Stats
        isTotal
        of={[
          ["Database (whole server)", fileSize(databaseBytes)],
          [
            plural(files, "uploaded file"),
            `${fileSize(bytes)}${quotaBytes === undefined ? "" : ` of ${fileSize(quotaBytes)}`}`,
          ],
        ]}
      />
      {isNearlyFull ? (
        <p class="alert">
          The files take more than 80 % of their quota. At the quota, posts with files are rejected.
          Delete submissions with files, or raise INTRAY_ACCOUNT_FILE_QUOTA.
        </p>
      ) : null}
    </Card>
  );
}
