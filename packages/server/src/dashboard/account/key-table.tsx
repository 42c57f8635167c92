/** The table of API keys, and how their scope and expiry are shown. */
import type { ApiKey } from "@intray/sdk/schemas";
import type { NamedForm } from "../../store/forms/form-names.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { RequestKey } from "../http/request-key.tsx";
import { ActionsHeading } from "../layout/lists.tsx";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key that expires within this time has a badge. */
const SOON_MS = 14 * DAY_MS;

export const hasExpired = ({ expires_at }: ApiKey, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** When a key expires, with a badge if that is soon or past. @param now Milliseconds since the epoch. */
export function Expiry({ of, now }: { readonly of: ApiKey; readonly now: number }) {
  const { expires_at } = of;
  if (expires_at === null) return <Timestamp at={null} />;
  const leftMs = Date.parse(expires_at) - now;
  const [tone, label] =
    leftMs <= 0
      ? (["bad", "expired"] as const)
      : leftMs <= SOON_MS
        ? (["warn", `expires in ${left(leftMs)}`] as const)
        : [];
  return (
    <>
      {label === undefined ? null : (
        <>
          <span class={`badge ${tone}`}>{label}</span>{" "}
        </>
      )}
      <Timestamp at={expires_at} />
    </>
  );
}

/** Rounded down, so that no more time seems to be left than there is. */
function left(ms: number): string {
  if (ms >= DAY_MS) return plural(Math.floor(ms / DAY_MS), "day");
  return ms >= HOUR_MS ? plural(Math.floor(ms / HOUR_MS), "hour") : "less than an hour";
}

export function KeyTable({
  keys,
  forms,
  now,
}: {
  readonly keys: readonly ApiKey[];
  readonly forms: readonly NamedForm[];
  readonly now: number;
}) {
  const access = ({ kind, form_id, can_delete }: ApiKey) =>
    kind === "account"
      ? "Whole account"
      : `Form ${forms.find(({ id }) => id === form_id)?.name ?? form_id}${can_delete ? ", may delete" : ""}`;
  return (
    <table class="stack api-keys">
      <thead>
        <tr>
          <th>Key</th>
          <th>Access</th>
          <th>Expires</th>
          <th>Last used</th>
          <ActionsHeading />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr>
            <td>
              <div>{key.name}</div>
              <code class="soft">{`${key.prefix}…`}</code>
            </td>
            <td data-label="Access">
              {access(key)}
              <div class="soft">{key.scope === "read" ? "only read" : "read and change"}</div>
            </td>
            <td data-label="Expires">
              <Expiry of={key} now={now} />
            </td>
            <td data-label="Last used">
              <Timestamp at={key.last_used_at} />
              <div class="soft">
                created <Timestamp at={key.created_at} />
              </div>
            </td>
            <td>
              <div class="row">
                <form method="post" action={`/dashboard/keys/${key.id}/rotate`}>
                  <RequestKey />
                  <button aria-label={`Rotate ${key.name}`}>Rotate</button>
                </form>
                <form
                  method="post"
                  action={`/dashboard/keys/${key.id}/revoke`}
                  data-confirm={`Revoke ${key.name}? Requests with it will be rejected.`}
                >
                  <button class="danger" aria-label={`Revoke ${key.name}`}>
                    Revoke
                  </button>
                </form>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
