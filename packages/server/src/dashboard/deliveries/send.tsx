/** `/dashboard/deliveries/send`: asks what of a filter is to be sent now, and sends it. */
import type { Hono } from "hono";
import type { DeliverySend, DeliverySendCounts, DeliverySendResult } from "@intray/sdk/schemas";
import { IDEMPOTENCY_KEY } from "../../domain/account/idempotency-key.ts";
import { invalid } from "../../domain/errors.ts";
import { type Clock, plusMs } from "../../platform/clock.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { byForm, byId, dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { STATES } from "./delivery-labels.ts";
import type { DeliveryFilters } from "./filters.tsx";
import { apiFilter, deliveriesUrl, filtersOf, readFilters } from "./filters.tsx";
import { countIn, countWaiting, addProgressRoutes, progressUrl } from "./sending.tsx";
import { plural } from "../format/quantities.ts";
import { RequestKeyInput } from "../http/request-key.tsx";
import { Checkbox, Hidden, LinkButton } from "../layout/fields.tsx";

/** A request sends or counts for this long. */
const MAX_MS = 2_500;

export function addSendRoutes(routes: Hono<DashboardEnv>, { clock }: DashboardParts): void {
  routes.get("/send", async (c) => {
    const filters = filtersOf(c);
    const { counts, isWhole } = await countDeliveries(c, filters, clock);
    return showPage(c, {
      title: "Send now",
      section: "deliveries",
      crumbs: [["Deliveries", deliveriesUrl(filters)]],
      content: (
        <Confirmation
          filters={filters}
          counts={counts}
          isWhole={isWhole}
          where={await placeOf(c, filters)}
          until={new Date(clock.now()).toISOString()}
        />
      ),
    });
  });

  routes.post("/send", async (c) => {
    const posted = await readPosted(c);
    const filters = readFilters((name) => posted.text(name));
    const groups = posted.texts("group").filter(isGroup);
    if (groups.length === 0)
      throw invalid("group", "Nothing is selected. Go back and select what to send.");
    const sent = await sendAll(c, { posted, filters, groups, clock });
    const { total, since, next_cursor } = sent;
    if (total === 0 && next_cursor === null) {
      return redirectWithNotice(
        c,
        deliveriesUrl(filters),
        "Nothing was sent: none of these deliveries was waiting any more.",
      );
    }
    const rest =
      next_cursor === null
        ? undefined
        : { cursor: next_cursor, batch: sent.batch, groups, until: posted.text("until") };
    return c.redirect(
      progressUrl(filters, { since, total, rest, key: posted.text("request") }),
      303,
    );
  });

  addProgressRoutes(routes);
}

interface SendAllArgs {
  readonly posted: Posted;
  readonly filters: DeliveryFilters;
  readonly groups: readonly Group[];
  readonly clock: Clock;
}

/** Sends batch after batch for {@link MAX_MS}. A repeated post gets the same answers, by its key. */
async function sendAll(c: DashboardContext, { posted, filters, groups, clock }: SendAllArgs) {
  const which = {
    ...filterToSend(c, filters),
    // An item of the attention list has its own bound, `ended_until`.
    ...(filters.created_before === undefined && filters.attention === undefined
      ? { created_before: posted.text("until") }
      : {}),
    states: statesOf(filters, groups),
    include_delivered: groups.includes("delivered"),
  };
  const end = plusMs(clock.monotonic(), MAX_MS);
  let cursor: string | null = posted.text("cursor") === "" ? null : posted.text("cursor");
  let since = posted.text("since");
  let batch = countIn(posted.text("batch"));
  let total = countIn(posted.text("total"));
  do {
    batch += 1;
    const body = { ...which, ...(cursor === null ? {} : { cursor }) } as DeliverySend;
    const key = `dashboard ${posted.text("request")} ${batch}`;
    const result: DeliverySendResult = dataOf(
      await c.var.api.POST("/api/v1/deliveries/send", {
        body,
        headers: posted.has("request") ? { [IDEMPOTENCY_KEY]: key } : {},
      }),
    );
    total += result.count;
    since = since === "" ? result.started_at : since;
    cursor = result.next_cursor;
  } while (cursor !== null && clock.monotonic() < end);
  return { total, since, batch, next_cursor: cursor };
}

const statesOf = ({ state }: DeliveryFilters, groups: readonly Group[]): readonly string[] =>
  state === undefined ? groups.flatMap((group) => GROUPS[group]) : [state];

/** The filters as a body of the API, which rejects invalid ones. */
function filterToSend(c: DashboardContext, filters: DeliveryFilters) {
  const { state: _, destination_id, project_id, ...others } = apiFilter(c, filters);
  const id = Number(destination_id);
  return {
    ...others,
    ...(project_id === undefined ? {} : { project_id: Number(project_id) }),
    ...(destination_id === undefined
      ? {}
      : { destination_id: Number.isSafeInteger(id) ? id : destination_id }),
  };
}

/** Counts until the end, or for {@link MAX_MS}. */
async function countDeliveries(c: DashboardContext, filters: DeliveryFilters, clock: Clock) {
  const states = statesOf(filters, ["waiting", "failed", "delivered"]);
  const which = { ...filterToSend(c, filters), states: [...states, "delivering"], dry_run: true };
  const end = plusMs(clock.monotonic(), MAX_MS);
  const counts = { waiting: 0, due: 0, delivering: 0, failed: 0, delivered: 0, left_out: 0 };
  let cursor: string | null = null;
  do {
    const body = { ...which, ...(cursor === null ? {} : { cursor }) } as DeliverySend;
    const result: DeliverySendResult = dataOf(
      await c.var.api.POST("/api/v1/deliveries/send", { body }),
    );
    for (const name of Object.keys(counts) as (keyof DeliverySendCounts)[])
      counts[name] += result.counts[name];
    cursor = result.next_cursor;
  } while (cursor !== null && clock.monotonic() < end);
  return { counts, isWhole: cursor === null };
}

/** What the filters restrict to, for people. */
async function placeOf(c: DashboardContext, filters: DeliveryFilters): Promise<string> {
  const { webhook_id, destination_id, form_id, state, kind } = filters;
  const { created_after, created_before, http_status, attention } = filters;
  if (attention !== undefined) {
    const { attention: items } = dataOf(await c.var.api.GET("/api/v1/attention"));
    const item = items.find(({ id }) => id === attention);
    const still =
      item?.failing_since == null
        ? ""
        : " The destination failed at its last attempt. Send them anyway?";
    return item === undefined
      ? "None of these submissions is left."
      : `${visible(item.message)}${still}`;
  }
  const named: string[] = [];
  if (webhook_id !== undefined) {
    const found = await c.var.api.GET("/api/v1/form_webhooks/{id}", byId(webhook_id));
    named.push(`webhook ${visible(dataOf(found).name)}`);
  }
  if (form_id !== undefined) {
    const found = await c.var.api.GET("/api/v1/forms/{form_id}", byForm(form_id));
    named.push(`form ${visible(dataOf(found).name)}`);
  }
  if (destination_id !== undefined) named.push(`destination ${visible(destination_id)}`);
  if (kind !== undefined) named.push(`kind ${visible(kind)}`);
  if (state !== undefined)
    named.push(
      `state ${Object.hasOwn(STATES, state) ? STATES[state as keyof typeof STATES].label : visible(state)}`,
    );
  if (http_status !== undefined) named.push(`last answer ${visible(http_status)}`);
  if (created_after !== undefined) named.push(`since ${visible(created_after)}`);
  if (created_before !== undefined) named.push(`until ${visible(created_before)}`);
  const { project } = c.var;
  if (project !== undefined && filters.project !== undefined)
    named.push(`project ${visible(project.name)}`);
  return named.length === 0 ? "All deliveries of the account." : `Only ${named.join(", ")}.`;
}

/** Filters that name a thing, which is shown whatever its project. */
const ONE_THING: readonly string[] = ["form_id", "webhook_id", "destination_id"];
/** Further ones of lists whose waiting deliveries can be counted. */
const COUNTED: readonly string[] = ["kind", "history", "project"];

/** A link to the confirmation, with the number of waiting deliveries where that is known without reading the log. */
export async function SendLink({ c }: { readonly c: DashboardContext }) {
  const shown = filtersOf(c);
  const names = Object.keys(shown);
  // The list that is shown is sent, whatever is chosen in another window.
  const filters = names.some((name) => ONE_THING.includes(name))
    ? shown
    : { ...shown, project: String(c.var.scope.project_id ?? "all") };
  const isScope = names.every((name) => COUNTED.includes(name) || ONE_THING.includes(name));
  const waiting = isScope ? await countWaiting(c, filters) : undefined;
  if (waiting === 0) return null;
  return (
    <a class="button main" href={deliveriesUrl(filters, "/send")}>
      {waiting === undefined
        ? "Send these now"
        : `Send what is waiting now (${waiting.toLocaleString("en")})`}
    </a>
  );
}

/** What people choose from, and the states that it means without a filter by state. */
const GROUPS = {
  waiting: ["queued", "retrying"],
  failed: ["exhausted", "blocked", "canceled", "skipped"],
  delivered: ["succeeded"],
} as const;
type Group = keyof typeof GROUPS;
const isGroup = (name: string): name is Group => Object.hasOwn(GROUPS, name);

const deliveries = (count: number) => plural(count, "delivery", "deliveries");

/** For each kind of delivery that the button does not send: a sentence with their number. */
const NOTES = [
  ["due", (n) => `${deliveries(n)} will be sent anyway: already due.`],
  ["delivering", (n) => `${deliveries(n)} in progress: not touched.`],
  [
    "left_out",
    (n) =>
      `${deliveries(n)} cannot be sent: the destination is disabled or not confirmed, a later delivery has replaced it, or a user has withdrawn it.`,
  ],
] as const satisfies readonly (readonly [keyof DeliverySendCounts, (n: number) => string])[];

interface ConfirmationProps {
  readonly filters: DeliveryFilters;
  readonly counts: DeliverySendCounts;
  /** All matching deliveries were counted. */
  readonly isWhole: boolean;
  readonly where: string;
  readonly until: string;
}

function Confirmation({ filters, counts, isWhole, where, until }: ConfirmationProps) {
  const { waiting, failed, delivered } = counts;
  const sum = Object.values(counts).reduce((all, n) => all + n, 0);
  const isOpen = waiting + failed + delivered > 0;
  const cancel = (
    <LinkButton to={deliveriesUrl(filters)} label={isOpen ? "Cancel" : "Back to the deliveries"} />
  );
  return (
    <form class="card fields" method="post" action={deliveriesUrl({}, "/send")}>
      <p class="soft">{where}</p>
      {isWhole ? null : (
        <p class="warn">{`More than ${deliveries(sum)} match; these are the first. All of them are sent.`}</p>
      )}
      {waiting + failed === 0 ? <p>Nothing is waiting to be sent.</p> : null}
      {isOpen ? (
        <div class="checks">
          {waiting === 0 ? null : (
            <Checkbox
              {...choice("waiting")}
              label={`${deliveries(waiting)} waiting for the next attempt`}
              hint="Attempted now, with the same bytes and the same id. The attempt counts."
              checked
            />
          )}
          {failed === 0 ? null : (
            <Checkbox
              {...choice("failed")}
              label={`${deliveries(failed)} failed, blocked, canceled or skipped`}
              hint="Each is queued again as a new delivery with the same bytes."
              checked={waiting === 0 || filters.state !== undefined}
            />
          )}
          {delivered === 0 ? null : (
            <Checkbox
              {...choice("delivered")}
              label={`${deliveries(delivered)} delivered already`}
              hint="Left out unless selected: their receivers would get them twice."
              checked={false}
            />
          )}
        </div>
      ) : null}
      {NOTES.map(([name, sentence]) =>
        counts[name] === 0 ? null : <p class="small soft">{sentence(counts[name])}</p>,
      )}
      <RequestKeyInput />
      <Hidden values={{ ...filters, until }} />
      <div class="row">
        {isOpen ? <button class="main">Send now</button> : null}
        {cancel}
      </div>
    </form>
  );
}

const choice = (group: Group) => ({ name: "group", id: group, value: group });
