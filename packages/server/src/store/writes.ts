/** Every write by name, and the lane in which it waits. Each runs inside the writer's transaction. */
import type { Call } from "./calls.ts";
import { firstStart } from "./first-start.ts";
import type { Lane } from "./lanes.ts";
import { deleteSubmission, updateSubmission } from "./submissions.ts";
import { touch } from "./touch.ts";

export const WRITES = {
  firstStart,
  touch,
  updateSubmission,
  deleteSubmission,
} as const;

/** Writes that are not the API's. `acceptSubmission` has prepared statements instead of a place above. */
const LANES: Readonly<Record<string, Lane>> = {
  acceptSubmission: "intake",
};

export function laneOf(name: Call["name"]): Lane {
  return LANES[name] ?? "api";
}
