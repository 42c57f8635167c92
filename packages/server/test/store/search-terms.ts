/** Terms of searches whose plans tests read. */
import { NO_TERMS } from "../../src/domain/submission/search-query.ts";

export const TAGGED = { ...NO_TERMS, tags: ["vip"] };
/** All that are conditions of rows. */
export const CONDITIONS = {
  ...NO_TERMS,
  has: ["file"],
  hasNo: ["note"],
  withoutTags: ["vip"],
  from: ["ada"],
  files: ["cv"],
  assignees: ["ada"],
  notAssignees: ["none", "bob@example.org"],
  isSeen: false,
} as const;
