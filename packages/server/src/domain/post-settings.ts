/** The settings of a form that say how its posts are read and answered. */

import type { OriginService } from "./origin-service.ts";

export interface PostSettings {
  /** Whether every post is answered with JSON, also if a browser navigates. */
  readonly use_ajax: boolean;
  /** The service that the form's page was moved from: its control fields are ours. */
  readonly origin_service: OriginService | null;
}

export const POST_DEFAULTS: PostSettings = { use_ajax: false, origin_service: null };

/** Parses the column of a form, which holds only the settings that differ from the defaults. */
export function postSettingsOf(column: string): PostSettings {
  return { ...POST_DEFAULTS, ...(JSON.parse(column) as Partial<PostSettings>) };
}

/** Writes the column that {@link postSettingsOf} parses. Other members are left out. */
export function postColumn(settings: PostSettings): string {
  const names = Object.keys(POST_DEFAULTS) as (keyof PostSettings)[];
  const differing = names.filter((name) => settings[name] !== POST_DEFAULTS[name]);
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, settings[name]])));
}
