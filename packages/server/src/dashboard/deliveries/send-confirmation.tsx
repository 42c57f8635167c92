/** Asks which of the counted deliveries are sent. */
import type { DeliverySendCounts } from "@intray/sdk/schemas";
import { plural } from "../format/quantities.ts";
import { RequestKey } from "../http/request-key.tsx";
import { Checkbox } from "../layout/fields.tsx";
import { deliveriesUrl, type DeliveryFilters, HiddenFilters } from "./filters.tsx";

/** What people choose from, and the states that it means without a filter by state. */
export const GROUPS = {
  waiting: ["queued", "retrying"],
  failed: ["exhausted", "blocked", "canceled", "skipped"],
  delivered: ["succeeded"],
} as const;
export type Group = keyof typeof GROUPS;
export const isGroup = (name: string): name is Group => Object.hasOwn(GROUPS, name);

const deliveries = (count: number) => plural(count, "delivery", "deliveries");

/** For each kind of delivery that the button does not send: a sentence with their number. */
const NOTES = [
  ["due", (n) => `${deliveries(n)} will be sent anyway: already due.`],
  ["delivering", (n) => `${deliveries(n)} in progress: not touched.`],
  [
    "left_out",
    (n) =>
      `${deliveries(n)} cannot be sent: the destination is disabled, a later delivery has replaced it, or a user has withdrawn it.`,
  ],
] as const satisfies readonly (readonly [keyof DeliverySendCounts, (n: number) => string])[];

export function Confirmation({
  filters,
  counts,
  isWhole,
  where,
  until,
}: {
  readonly filters: DeliveryFilters;
  readonly counts: DeliverySendCounts;
  /** All matching deliveries were counted. */
  readonly isWhole: boolean;
  readonly where: string;
  readonly until: string;
}) {
  const { waiting, failed, delivered } = counts;
  const sum = Object.values(counts).reduce((all, n) => all + n, 0);
  const isOpen = waiting + failed + delivered > 0;
  const cancel = (
    <a class="button" href={deliveriesUrl(filters)}>
      {isOpen ? "Cancel" : "Back to the deliveries"}
    </a>
  );
  return (
    <form class="card fields" method="post" action={deliveriesUrl({}, "/send")}>
      <p class="soft">{`${where}.`}</p>
      {isWhole ? null : (
        <p class="warn">{`More than ${deliveries(sum)} match; these are the first. All of them are sent.`}</p>
      )}
      {waiting + failed === 0 ? <p>Nothing is waiting to be sent.</p> : null}
      {isOpen ? (
        <div class="checks">
          {waiting === 0 ? null : (
            <Choice
              group="waiting"
              label={`${deliveries(waiting)} waiting for the next attempt`}
              hint="Attempted now, with the same bytes and the same id. The attempt counts."
              checked
            />
          )}
          {failed === 0 ? null : (
            <Choice
              group="failed"
              label={`${deliveries(failed)} failed, blocked, canceled or skipped`}
              hint="Each is queued again as a new delivery with the same bytes."
              checked={waiting === 0 || filters.state !== undefined}
            />
          )}
          {delivered === 0 ? null : (
            <Choice
              group="delivered"
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
      <RequestKey />
      <HiddenFilters filters={filters} />
      <input type="hidden" name="until" value={until} />
      <div class="row">
        {isOpen ? <button class="main">Send now</button> : null}
        {cancel}
      </div>
    </form>
  );
}

function Choice({
  group,
  ...about
}: {
  readonly group: Group;
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
}) {
  return <Checkbox name="group" id={group} value={group} {...about} />;
}
