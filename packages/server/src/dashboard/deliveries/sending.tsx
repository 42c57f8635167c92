/** `/dashboard/deliveries/sending`: how far the sending of deliveries has come, and its end. */
import type { Hono } from "hono";
import type { SendingProgress } from "@intray/sdk/schemas";
import { plural } from "../format/quantities.ts";
import { dataOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { showPage } from "../layout/page.tsx";
import { Stats } from "../layout/card.tsx";
import { PostButton, LinkButton } from "../layout/fields.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import type { DeliveryFilters } from "./filters.tsx";
import { apiFilter, DELIVERIES_PATH, deliveriesUrl, filtersOf, readFilters } from "./filters.tsx";

/** What one request could not send any more. */
interface Rest {
  readonly cursor: string;
  readonly batch: number;
  readonly groups: readonly string[];
  readonly until: string;
}

interface ProgressUrlArgs {
  readonly since: string;
  /** Number of deliveries to attempt. */
  readonly total: number;
  /** How many were canceled when the sending was stopped. The API counts them as failed. */
  readonly canceled?: number;
  readonly rest?: Rest | undefined;
  readonly key?: string;
}

/** The URL of the page that shows how many deliveries of a send are finished. */
export function progressUrl(
  filters: DeliveryFilters,
  { since, total, canceled = 0, rest, key = "" }: ProgressUrlArgs,
): string {
  const query = new URLSearchParams({ ...filters, since, total: String(total) });
  if (canceled > 0) query.set("canceled", String(canceled));
  if (rest !== undefined) {
    query.set("cursor", rest.cursor);
    query.set("batch", String(rest.batch));
    query.set("until", rest.until);
    query.set("request", key);
    for (const group of rest.groups) query.append("group", group);
  }
  return `${DELIVERIES_PATH}/sending?${query.toString()}`;
}

export function addProgressRoutes(routes: Hono<DashboardEnv>): void {
  routes.get("/sending", async (c) => {
    const query = (name: string) => c.req.query(name) ?? "";
    return showPage(c, {
      title: "Sending",
      section: "deliveries",
      scripts: [assetUrl("refresh.js")],
      crumbs: [["Deliveries", DELIVERIES_PATH]],
      content: (
        <>
          {query("cursor") === "" ? null : <Continue c={c} />}
          <Progress c={c} progress={await readProgress(c, filtersOf(c), query("since"))} />
        </>
      ),
    });
  });

  routes.post("/stop", async (c) => {
    const posted = await readPosted(c);
    const filters = readFilters((name) => posted.text(name));
    const since = posted.text("since");
    const { form_id, kind, destination_id, project_id } = apiFilter(c, filters);
    const body = {
      since,
      ...keepTexts({ form_id, kind }),
      ...keepTexts({ destination_id, project_id }, Number),
    };
    const { postponed, canceled } = dataOf(
      // Not validated here: the API rejects invalid filters.
      await c.var.api.POST("/api/v1/deliveries/stop", { body: body as never }),
    );
    const sentence =
      postponed + canceled === 0
        ? "Nothing was left to stop."
        : `Stopped: ${plural(postponed, "delivery waits", "deliveries wait")} again for the next attempt, ${plural(canceled, "was", "were")} canceled.`;
    const total = Math.max(countIn(posted.text("total")) - postponed - canceled, 0);
    return redirectWithNotice(
      c,
      progressUrl(filters, { since, total, canceled: countIn(posted.text("canceled")) + canceled }),
      sentence,
    );
  });
}

/** A number of deliveries in a URL or a form; 0 if it is none. */
export const countIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

const keepTexts = (members: object, convert: (text: string) => unknown = (text) => text) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, convert(value)]] : [],
    ),
  );

/** A time that no delivery has ended after. */
const NEVER = "2999-01-01";

/** How many deliveries of the form and destination of the filters are queued for a later attempt. */
export async function countWaiting(c: DashboardContext, filters: DeliveryFilters): Promise<number> {
  return (await readProgress(c, filters, NEVER)).waiting;
}

/** The progress of all deliveries of the form and destination of the filters. */
async function readProgress(c: DashboardContext, filters: DeliveryFilters, since: string) {
  const { form_id, kind, destination_id } = apiFilter(c, filters);
  const query = {
    since: since === "" ? NEVER : since,
    ...keepTexts({ form_id, kind, destination_id }),
  };
  // Not validated here: the API rejects invalid filters.
  const params = { query: query as never };
  return dataOf(await c.var.api.GET("/api/v1/deliveries/progress", { params }));
}

type ProgressProps = { readonly c: DashboardContext; readonly progress: SendingProgress };

function Progress({ c, progress }: ProgressProps) {
  const { delivered, due, delivering, waiting } = progress;
  const canceled = countIn(c.req.query("canceled") ?? "");
  const failed = Math.max(progress.failed - canceled, 0);
  const total = Math.max(countIn(c.req.query("total") ?? ""), delivered + failed);
  const left = Math.min(total, due + delivering);
  const { search } = new URL(c.req.url);
  const isOpen = due + delivering > 0;
  const filters = filtersOf(c);
  return (
    <section
      class="card sending"
      id="sending"
      data-refresh={`${DELIVERIES_PATH}/sending${search}`}
      data-open={isOpen ? "yes" : undefined}
    >
      <p role="status">
        {isOpen
          ? `${number(total - left)} of ${plural(total, "delivery", "deliveries")} attempted.`
          : total === 0
            ? "Nothing is being sent."
            : `${plural(total, "delivery was", "deliveries were")} attempted.`}
      </p>
      <progress value={total - left} max={Math.max(total, 1)} aria-label="Attempted deliveries" />
      <Stats
        isTotal
        of={[
          ["Delivered", number(delivered)],
          ["Failed", number(failed)],
          ["In progress", number(delivering)],
          ["Due", number(due)],
          ["Waiting for a later attempt", number(waiting)],
        ]}
      />
      <div class="row">
        {due === 0 ? null : (
          <PostButton
            action={`${DELIVERIES_PATH}/stop`}
            label="Stop sending"
            look="danger"
            values={{ ...filters, since: c.req.query("since") ?? "", total, canceled }}
          />
        )}
        {isOpen ? (
          <noscript>
            <LinkButton to={`${DELIVERIES_PATH}/sending${search}`} label="Update" />
          </noscript>
        ) : null}
        <LinkButton to={scopeUrl(filters)} label="Show the deliveries" />
      </div>
      {due === 0 ? null : (
        <p class="small soft">
          Stopping takes back what was not attempted yet. A receiver that does not respond gets one
          delivery at a time.
        </p>
      )}
    </section>
  );
}

const number = (n: number) => n.toLocaleString("en");

/** The list without the filters that change with the attempts. */
const scopeUrl = ({
  state: _,
  http_status: __,
  attention: ___,
  ended_until: ____,
  ...filters
}: DeliveryFilters) => deliveriesUrl(filters);

/** Offers to send the rest; the script sends it without asking. */
function Continue({ c }: { readonly c: DashboardContext }) {
  const query = new URL(c.req.url).searchParams;
  return (
    <form class="card" method="post" action={`${DELIVERIES_PATH}/send`} data-post-at-once="">
      <p role="status">Not all deliveries were sent yet.</p>
      {[...query].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class="main">Continue</button>
    </form>
  );
}
