/** `/dashboard/webhooks`: the list of webhooks with their health. */
import { Hono } from "hono";
import type { FormWebhook } from "@intray/sdk/schemas";
import type { WebhookHealth } from "../../store/webhooks/webhook-health.ts";
import { dataOf, byQuery } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { OnlyInProject, showPage } from "../layout/page.tsx";
import { Card } from "../layout/card.tsx";
import { type Column, pageLinks, pageQuery, Table } from "../layout/lists.tsx";
import { Text } from "../layout/user-text.tsx";
import { addOneWebhookRoutes } from "./webhook.tsx";
import { DayBars, FailureRate, HealthBadge, formatPending, totalOf } from "./health.tsx";
import { addNewWebhookRoutes } from "./new-webhook.tsx";
import { webhookPath } from "./find-webhook.ts";
import { LinkButton } from "../layout/fields.tsx";

/** Deliveries of each webhook that the statistics cover. */
const MAX_ENTRIES = 200;

export function createWebhookPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showWebhooks(c, parts));
  addNewWebhookRoutes(routes, parts);
  addOneWebhookRoutes(routes, parts);
  return routes;
}

async function showWebhooks(c: DashboardContext, { store, clock }: DashboardParts) {
  const form_id = c.req.query("form_id") ?? "";
  const query = { ...pageQuery(c), ...(form_id === "" ? {} : { form_id }) };
  const found = await c.var.api.GET("/api/v1/form_webhooks", byQuery(query));
  const { form_webhooks: webhooks, meta } = dataOf(found);
  const { account_id, member_id } = c.var.session;
  const [healths, forms] = await Promise.all([
    store.reads.webhookHealth({
      account_id,
      ids: webhooks.map(({ id }) => id),
      now: clock.now(),
      limit: MAX_ENTRIES,
    }),
    store.reads.listFormNames({
      account_id,
      member_id,
      ids: webhooks.map((webhook) => webhook.form_id),
    }),
  ]);
  const shown = webhooks.flatMap((webhook) => {
    const health = healths.find(({ webhook_id }) => webhook_id === webhook.id);
    // Deleted between the two reads.
    if (health === undefined) return [];
    const form = forms.find(({ id }) => id === webhook.form_id);
    return [{ webhook, health, form: form?.name ?? "" }];
  });
  const to = `/dashboard/webhooks/new${form_id === "" ? "" : `?form_id=${encodeURIComponent(form_id)}`}`;
  return showPage(c, {
    title: "Webhooks",
    section: "webhooks",
    beside: <LinkButton to={to} label="New webhook" look="main" />,
    content: (
      <>
        {form_id === "" ? null : (
          <p class="soft">
            Webhooks of one form. <a href="/dashboard/webhooks">Show all</a>
          </p>
        )}
        <Card class="full-width">
          <Table
            class="stack"
            empty={
              <>
                No webhooks. A webhook sends each submission of a form to a URL of yours.
                <OnlyInProject />
              </>
            }
            rows={shown}
            columns={COLUMNS}
          />
        </Card>
        {pageLinks(c, meta)}
        {shown.length === 0 ? null : (
          <p class="soft small">
            {`Statistics cover the latest ${MAX_ENTRIES} deliveries of each webhook.`}
          </p>
        )}
      </>
    ),
  });
}

type Row = { readonly webhook: FormWebhook; readonly health: WebhookHealth; readonly form: string };

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: "Webhook",
    class: "grow",
    cell: ({ webhook, form }) => (
      <>
        <a href={webhookPath(webhook)}>
          <Text of={webhook.name} />
        </a>{" "}
        <span class="soft small whole">
          Form: <Text of={form} />
        </span>
        <div class="soft small clip" title={webhook.url}>
          {webhook.url}
        </div>
      </>
    ),
  },
  { heading: "Health", cell: ({ webhook }) => <HealthBadge webhook={webhook} /> },
  {
    heading: "Last success",
    cell: ({ health: { lastSuccessAt, entries } }) => (
      <Timestamp at={lastSuccessAt} otherwise={entries < MAX_ENTRIES ? "never" : "not recently"} />
    ),
  },
  {
    heading: "Last 24 hours",
    cell: ({ health }) =>
      health.hours.every((hour) => totalOf(hour) === 0) ? (
        <span class="soft">none</span>
      ) : (
        <DayBars hours={health.hours} />
      ),
  },
  { heading: "Failed attempts", look: "number", cell: ({ health }) => <FailureRate of={health} /> },
  { heading: "Queued", look: "number", cell: ({ health }) => formatPending(health) },
];
