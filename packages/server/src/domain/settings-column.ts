/** JSON columns that hold the settings of a record which differ from their defaults. */

/** The settings that the column holds, and the defaults of the others. */
export const withDefaults = <Settings extends object>(
  column: string,
  defaults: Settings,
): Settings => ({ ...defaults, ...(JSON.parse(column) as Partial<Settings>) });

/** The column that {@link withDefaults} reads. Members without a default are left out. */
export function differingJson<Settings extends object>(
  settings: Settings,
  defaults: Settings,
): string {
  const names = Object.keys(defaults) as (keyof Settings)[];
  const differing = names.filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(defaults[name]),
  );
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, settings[name]])));
}
