/** The housekeeping jobs. */
import { askRecipients } from "./ask-recipients.ts";
import { countEarlierDays } from "./count-earlier-days.ts";
import { countEarlierDeliveries } from "./count-earlier-deliveries.ts";
import { cancelUnsendable } from "./cancel-unsendable.ts";
import { checkClock } from "./check-clock.ts";
import { deleteForms } from "./delete-forms.ts";
import { compactFileTotals } from "./compact-file-totals.ts";
import { indexSubmissions } from "./index-submissions.ts";
import type { Job, JobParts } from "./job.ts";
import { learnEarlierMarks } from "./learn-earlier-marks.ts";
import {
  pruneAddresses,
  pruneArrivals,
  pruneAudit,
  pruneBatches,
  pruneEvents,
  pruneIdempotencyKeys,
  pruneLogs,
  pruneReplies,
  pruneRequests,
  pruneSessions,
  pruneUndo,
} from "./prune.ts";
import { queueDigests } from "./queue-digests.ts";
import { removeDeletedFiles } from "./remove-deleted-files.ts";
import { removeExpired } from "./remove-expired.ts";
import { sweepFiles } from "./sweep-files.ts";
import { tidyFirstStart } from "./tidy-first-start.ts";

/** In the order in which a round runs them. */
export const createJobs = (parts: JobParts): readonly Job[] => [
  indexSubmissions(parts),
  checkClock(parts),
  ...(parts.queueDigests === undefined ? [] : [queueDigests(parts.queueDigests)]),
  cancelUnsendable(parts),
  deleteForms(parts),
  removeExpired(parts),
  removeDeletedFiles(parts),
  sweepFiles(parts),
  pruneLogs(parts),
  pruneEvents(parts),
  pruneIdempotencyKeys(parts),
  pruneBatches(parts),
  pruneReplies(parts),
  pruneRequests(parts),
  pruneAddresses(parts),
  pruneArrivals(parts),
  pruneSessions(parts),
  pruneAudit(parts),
  pruneUndo(parts),
  compactFileTotals(parts),
  countEarlierDays(parts),
  countEarlierDeliveries(parts),
  learnEarlierMarks(parts),
  tidyFirstStart(parts),
  askRecipients(parts),
];
