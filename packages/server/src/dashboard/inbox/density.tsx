/** The switch between comfortable and compact rows. */
import { DENSITIES, type Density } from "../http/preferences.ts";
import { inboxPath, type InboxView } from "./view.ts";

export function DensitySwitch({
  density,
  view,
}: {
  readonly density: Density;
  readonly view: InboxView;
}) {
  return (
    <form class="density" method="post" action="/dashboard/inbox/density" aria-label="Density">
      <input type="hidden" name="return_to" value={inboxPath(view)} />
      {Object.entries(DENSITIES).map(([name, label]) => (
        <button
          name="density"
          value={name}
          aria-pressed={name === density ? "true" : "false"}
          data-keep="intray_density"
        >
          {label}
        </button>
      ))}
    </form>
  );
}
