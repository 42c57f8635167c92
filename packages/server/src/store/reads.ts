/** Every read by name. Each runs on the reader thread. */
import { countStates, countSubmissions } from "./submission-counts.ts";
import { listSubmissions } from "./submission-list.ts";
import { getSubmission, getSubmissions } from "./submissions.ts";
import { touch } from "./touch.ts";

export const READS = {
  touch,
  getSubmission,
  getSubmissions,
  listSubmissions,
  countStates,
  countSubmissions,
} as const;
