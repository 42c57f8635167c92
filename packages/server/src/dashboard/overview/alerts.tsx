/** Open alerts and the newest resolved ones. */
import type { Alert } from "@intray/sdk/schemas";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";

const MAX_RESOLVED = 5;

export function Alerts({ alerts }: { readonly alerts: readonly Alert[] }) {
  const isOpen = ({ resolved_at }: Alert) => resolved_at === null;
  const resolved = alerts.filter((alert) => !isOpen(alert)).slice(0, MAX_RESOLVED);
  const shown = [...alerts.filter(isOpen), ...resolved];
  if (shown.length === 0) return null;
  return (
    <section class="card" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <ul class="attention">
        {shown.map(({ message, raised_at, resolved_at }) => (
          <li>
            <span class={`badge ${resolved_at === null ? "bad" : "soft"}`}>
              {resolved_at === null ? "Open" : "Over"}
            </span>{" "}
            <div>
              <Text of={message} />
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
