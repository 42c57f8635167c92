/** `/dashboard/deliveries`: all deliveries to webhooks and recipients, and the re-fire of one of them. */
import { Hono } from "hono";
import type { NamedForm } from "../../store/forms/form-names.ts";
import type { Delivery, DeliveryList as Deliveries } from "@intray/sdk/schemas";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { returnAddress, redirectWithNotice } from "../http/notice.ts";
import { readPosted } from "../http/body.ts";
import {
  AnswerLinks,
  MAX_ANSWERED,
  apiFilter,
  DELIVERIES_PATH,
  Filters,
  filtersOf,
} from "./filters.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { DeliveryRequest, readSentBodies, BodyDownload } from "./delivery-request.tsx";
import { SendLink, addSendRoutes } from "./send.tsx";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { withFormsOf } from "../layout/form-label.ts";
import { OnlyInProject, showPage } from "../layout/page.tsx";
import { onceFor } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { ANSWER, askFirst } from "../layout/confirmation.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import { pageLinks } from "../layout/lists.tsx";
import { proxyFile } from "../http/proxy-file.ts";
import { plural } from "../format/quantities.ts";

const PER_PAGE = 50;
/** Options of the form and webhook filters; further ones can only be selected by URL. */
const MAX_OPTIONS = 100;

export function createDeliveryPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  addSendRoutes(routes, parts);
  routes.get("/", (c) => showDeliveries(c, parts));

  routes.get("/:id/body", async (c) => {
    const body = await c.var.api.GET("/api/v1/deliveries/{id}/body", {
      ...byId(c.req.param("id")),
      parseAs: "stream",
    });
    return proxyFile(c, body.response, dataOf(body));
  });

  routes.post("/:id/refire", async (c) => {
    const posted = await readPosted(c);
    const to = returnAddress(posted.text("return_to"), DELIVERIES_PATH);
    const { params } = byId(c.req.param("id"));
    const delivered = posted.has(ANSWER) ? undefined : await findDelivered(c, params);
    if (delivered !== undefined) {
      return askFirst(c, {
        section: "deliveries",
        title: "Re-fire this delivery",
        text: `Submission ${delivered.submission_id} was delivered to ${visible(delivered.destination_name)} already. Sent again, the receiver gets it twice.`,
        action: `${DELIVERIES_PATH}/${params.path.id}/refire`,
        values: { return_to: to },
        answers: [["again", "Send again"]],
        back: to,
      });
    }
    const { message } = dataOf(
      await c.var.api.POST("/api/v1/deliveries/{id}/refire", { params, ...onceFor(posted) }),
    );
    return redirectWithNotice(c, to, message);
  });
  return routes;
}

/** Returns a delivery of the same submission to the same destination that was accepted, if there is one. */
async function findDelivered(c: DashboardContext, params: ReturnType<typeof byId>["params"]) {
  const { api } = c.var;
  const delivery = dataOf(await api.GET("/api/v1/deliveries/{id}", { params }));
  const { submission_id, destination_id } = delivery;
  if (delivery.state === "succeeded") return delivery;
  if (submission_id === null || destination_id === null) return undefined;
  const query = { submission_id, destination_id, state: "succeeded", per_page: 1 } as const;
  return dataOf(await api.GET("/api/v1/deliveries", { params: { query } })).deliveries[0];
}

async function readLog(c: DashboardContext) {
  const cursor = c.req.query("cursor") ?? "";
  const query = {
    per_page: PER_PAGE,
    latest: filtersOf(c).history === undefined,
    ...apiFilter(c, filtersOf(c)),
    ...(cursor === "" ? {} : { cursor }),
  };
  // Not validated here: the API rejects invalid filters.
  return c.var.api.GET("/api/v1/deliveries", { params: { query: query as never } });
}

async function showDeliveries(c: DashboardContext, parts: DashboardParts): Promise<Response> {
  const { store } = parts;
  const [response, answers, forms, webhooks] = await Promise.all([
    readLog(c),
    readAnswers(c, parts),
    store.reads.listFormNames(c.var.scope),
    store.reads.listWebhookNames({ ...c.var.scope, limit: MAX_OPTIONS }),
  ]);
  const error = errorOf(response);
  const log = error === undefined ? dataOf(response) : undefined;
  return showPage(c, {
    title: "Deliveries",
    section: "deliveries",
    status: error === undefined ? 200 : error.code === "not_found" ? 404 : 422,
    scripts: [assetUrl("refresh.js")],
    beside:
      log === undefined ? null : (
        <>
          <p class="soft">{plural(log.meta.count, "delivery", "deliveries")}</p>
          <SendLink c={c} />
        </>
      ),
    content: (
      <>
        <CheckedForm error={error}>
          <Filters c={c} forms={forms} webhooks={webhooks} />
        </CheckedForm>
        <Card class="full-width">
          <h2 class="visually-hidden">List of deliveries</h2>
          {log === undefined ? null : answers}
          {log === undefined ? null : log.deliveries.length === 0 ? (
            <p class="empty">
              {Object.keys(filtersOf(c)).length === 0
                ? "No deliveries yet. Add a webhook or an e-mail address to a form to deliver its submissions."
                : "No matching deliveries."}
              <OnlyInProject />
            </p>
          ) : (
            <List c={c} parts={parts} log={log} forms={forms} />
          )}
        </Card>
        {log === undefined ? null : pageLinks(c, log.meta)}
      </>
    ),
  });
}

/** Answers of the receiver, if the list is of one webhook. */
async function readAnswers(c: DashboardContext, { store }: DashboardParts) {
  const webhook_id = Number(filtersOf(c).webhook_id);
  if (!Number.isSafeInteger(webhook_id)) return null;
  const scope = { account_id: c.var.session.account_id, webhook_id, limit: MAX_ANSWERED };
  const { answers } = await store.reads.receiverAnswers(scope);
  return <AnswerLinks webhook_id={webhook_id} answers={answers} />;
}

interface ListProps {
  readonly c: DashboardContext;
  readonly parts: DashboardParts;
  readonly log: Deliveries;
  readonly forms: readonly NamedForm[];
}

/** The deliveries. What was sent is shown on the submission's page; deliveries without one show it here. */
async function List({ c, parts, log: { deliveries }, forms }: ListProps) {
  const { search } = new URL(c.req.url);
  const hasNoSubmission = ({ submission_id }: Delivery) => submission_id === null;
  const bodies = await readSentBodies(c.var.api, deliveries.filter(hasNoSubmission));
  const ids = deliveries.map(({ form_id }) => form_id);
  return (
    <DeliveryList
      deliveries={deliveries}
      forms={await withFormsOf(c, parts, forms, ids)}
      page={`${DELIVERIES_PATH}${search}`}
      linksToSubmission
      request={(delivery) =>
        hasNoSubmission(delivery) ? (
          <DeliveryRequest delivery={delivery} webhook={undefined} bodies={bodies} />
        ) : (
          <BodyDownload delivery={delivery} />
        )
      }
    />
  );
}
