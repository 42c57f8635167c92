/** The time zone that a person's pages show times in, on the account page. */
import type { Hono } from "hono";
import { invalid } from "../../domain/errors.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { chooseZone, isZoneName } from "../http/preferences.ts";
import { Select } from "../layout/fields.tsx";

const HERE = "/dashboard/account";

export function zoneRoutes(
  routes: Hono<DashboardEnv>,
  { publicUrl }: Pick<DashboardParts, "publicUrl">,
): void {
  routes.post("/zone", async (c) => {
    const zone = (await readPosted(c)).text("zone");
    if (zone !== "" && !isZoneName(zone)) {
      throw invalid("zone", `"${zone.slice(0, 40)}" is not a time zone. Choose one from the list.`);
    }
    chooseZone(c, zone === "" ? undefined : zone, publicUrl());
    const notice =
      zone === ""
        ? "Times are shown in the time zone of the browser."
        : `Times are shown in ${zone}.`;
    return redirectWithNotice(c, HERE, notice);
  });
}

const SOURCES = {
  chosen: "chosen on this page",
  browser: "as this browser reports",
  form: "that of the form",
  default: "since this browser reports none; pages of a form use the form's",
} as const;

export function ZoneSettings({ c }: { readonly c: DashboardContext }) {
  const { name, source } = c.get("zone");
  return (
    <section class="card" id="zone-settings">
      <h2>Time zone</h2>
      <p>
        {`Days and times are shown in ${name}, ${SOURCES[source]}. The setting applies to this browser.`}
      </p>
      <form class="fields" method="post" action={`${HERE}/zone`}>
        <Select
          name="zone"
          label="Time zone"
          value={source === "chosen" ? name : ""}
          options={[["", "That of the browser"], ...zoneOptions(name)]}
        />
        <div>
          <button>Save time zone</button>
        </div>
      </form>
    </section>
  );
}

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** Adds the current one, which may be another name of a listed zone. */
const zoneOptions = (current: string): readonly (readonly [string, string])[] =>
  (ZONES.includes(current) ? ZONES : [current, ...ZONES]).map((zone) => [zone, zone] as const);
