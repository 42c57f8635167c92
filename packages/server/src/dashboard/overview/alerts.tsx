/** Open alerts and the newest resolved ones. */
import { alertText } from "../../domain/alerts/alert-text.ts";
import type { AlertRecord } from "../../store/alerts/alerts.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";

/** Keeps the order otherwise. */
const openFirst = (a: AlertRecord, b: AlertRecord): number =>
  Number(a.resolved_at !== null) - Number(b.resolved_at !== null);

export function Alerts({ alerts }: { readonly alerts: readonly AlertRecord[] }) {
  if (alerts.length === 0) return null;
  return (
    <section class="card" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <ul class="attention">
        {alerts.toSorted(openFirst).map(({ detail, raised_at, resolved_at, resolution }) => (
          <li>
            <span class={`badge ${resolved_at === null ? "bad" : "soft"}`}>
              {resolved_at === null ? "Open" : "Over"}
            </span>{" "}
            <div>
              <Text of={alertText(detail, resolution === "recovered" ? "resolved" : "raised")} />
              <div class="soft small">
                Raised <Timestamp at={raised_at} />
                {resolved_at === null ? null : (
                  <>
                    , over <Timestamp at={resolved_at} />
                  </>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p>
        <a href="/dashboard/account#alert-settings">Where alerts are sent</a>
      </p>
    </section>
  );
}
