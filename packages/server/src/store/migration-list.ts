/** The migrations of both databases. */
import type { AnyMigration } from "./engine/migration.ts";
import { up as initial } from "./migrations/0001-initial.ts";
import { up as idOrder } from "./migrations/0002-id-order.ts";
import { up as uids } from "./migrations/0003-uids.ts";
import { up as nullJson } from "./migrations/0004-null-json.ts";
import { up as signInCounts } from "./migrations/0005-sign-in-counts.ts";
import { up as hops } from "./migrations/0008-hops.ts";
import { up as writeProbe } from "./migrations/0009-write-probe.ts";
import { up as destinations } from "./migrations/0010-destinations.ts";
import { up as formMail } from "./migrations/0011-form-mail.ts";
import { up as mailAddresses } from "./migrations/0012-mail-addresses.ts";
import { up as digests } from "./migrations/0013-digests.ts";
import { up as alerts } from "./migrations/0014-alerts.ts";
import { up as replies } from "./migrations/0015-replies.ts";
import { up as mailConsent } from "./migrations/0016-mail-consent.ts";
import { up as formPosts } from "./migrations/0017-form-posts.ts";
import { up as formFields } from "./migrations/0018-form-fields.ts";
import { SPAM_EXAMPLE_INDEXES, up as spamModel } from "./migrations/0020-spam-model.ts";
import { up as formProjects } from "./migrations/0021-form-projects.ts";
import { up as seen } from "./migrations/0022-seen.ts";
import { DELIVERY_STATE_INDEXES, up as deliveryStates } from "./migrations/0023-delivery-states.ts";
import { up as arrivals } from "./migrations/0028-arrivals.ts";
import { ANSWER_INDEXES, up as firstAnswers } from "./migrations/0030-first-answers.ts";
import { up as keyScopes } from "./migrations/0031-key-scopes.ts";
import { up as undo } from "./migrations/0025-undo.ts";
import { up as notes } from "./migrations/0026-notes.ts";
import { up as tags } from "./migrations/0026-tags.ts";
import { up as writtenReplies } from "./migrations/0029-written-replies.ts";
import { up as writtenRepliesOnPostgres } from "./migrations/postgres/0029-written-replies.ts";
import { up as initialOnPostgres } from "./migrations/postgres/0001-initial.ts";
import { up as idOrderOnPostgres } from "./migrations/postgres/0002-id-order.ts";
import { up as postedBatches } from "./migrations/postgres/0002-posted-batches.ts";
import { up as uidsOnPostgres } from "./migrations/postgres/0003-uids.ts";
import { up as signInCountsOnPostgres } from "./migrations/postgres/0005-sign-in-counts.ts";
import { up as hopsOnPostgres } from "./migrations/postgres/0008-hops.ts";
import { up as writeProbeOnPostgres } from "./migrations/postgres/0009-write-probe.ts";
import { up as destinationsOnPostgres } from "./migrations/postgres/0010-destinations.ts";
import { up as formMailOnPostgres } from "./migrations/postgres/0011-form-mail.ts";
import { up as mailAddressesOnPostgres } from "./migrations/postgres/0012-mail-addresses.ts";
import { up as digestsOnPostgres } from "./migrations/postgres/0013-digests.ts";
import { up as alertsOnPostgres } from "./migrations/postgres/0014-alerts.ts";
import { up as repliesOnPostgres } from "./migrations/postgres/0015-replies.ts";
import { up as mailConsentOnPostgres } from "./migrations/postgres/0016-mail-consent.ts";
import { up as formPostsOnPostgres } from "./migrations/postgres/0017-form-posts.ts";
import { up as formFieldsOnPostgres } from "./migrations/postgres/0018-form-fields.ts";
import { up as spamModelOnPostgres } from "./migrations/postgres/0020-spam-model.ts";
import { up as formProjectsOnPostgres } from "./migrations/postgres/0021-form-projects.ts";
import { up as seenOnPostgres } from "./migrations/postgres/0022-seen.ts";
import { up as deliveryStatesOnPostgres } from "./migrations/postgres/0023-delivery-states.ts";
import { up as arrivalsOnPostgres } from "./migrations/postgres/0028-arrivals.ts";
import { up as firstAnswersOnPostgres } from "./migrations/postgres/0030-first-answers.ts";
import { up as keyScopesOnPostgres } from "./migrations/postgres/0031-key-scopes.ts";
import { up as undoOnPostgres } from "./migrations/postgres/0025-undo.ts";
import { up as notesOnPostgres } from "./migrations/postgres/0026-notes.ts";
import { up as tagsOnPostgres } from "./migrations/postgres/0026-tags.ts";

export type Migrations = Readonly<Record<string, AnyMigration>>;

/** Every migration, applied once, in the order of the names. Append-only: databases with these exist. */
export const MIGRATIONS: Migrations = {
  "0001-initial": { up: initial },
  "0002-id-order": { up: idOrder },
  "0003-uids": { up: uids },
  "0004-null-json": { up: nullJson },
  "0005-sign-in-counts": { up: signInCounts },
  "0008-hops": { up: hops },
  "0009-write-probe": { up: writeProbe },
  "0010-destinations": { up: destinations },
  "0011-form-mail": { up: formMail },
  "0012-mail-addresses": { up: mailAddresses },
  "0013-digests": { up: digests },
  "0014-alerts": { up: alerts },
  "0015-replies": { up: replies },
  "0016-mail-consent": { up: mailConsent },
  "0017-form-posts": { up: formPosts },
  "0018-form-fields": { up: formFields },
  "0020-spam-model": { up: spamModel },
  "0020-spam-model-indexes": { indexes: SPAM_EXAMPLE_INDEXES },
  "0021-form-projects": { up: formProjects },
  "0022-seen": { up: seen },
  "0023-delivery-states": { up: deliveryStates },
  "0023-delivery-states-indexes": { indexes: DELIVERY_STATE_INDEXES },
  "0025-undo": { up: undo },
  "0026-notes": { up: notes },
  "0026-tags": { up: tags },
  "0028-arrivals": { up: arrivals },
  "0029-written-replies": { up: writtenReplies },
  "0030-first-answers": { up: firstAnswers },
  "0030-first-answers-indexes": { indexes: ANSWER_INDEXES },
  "0031-key-scopes": { up: keyScopes },
};
/** The same for PostgreSQL. */
export const POSTGRES_MIGRATIONS: Migrations = {
  "0001-initial": { up: initialOnPostgres },
  "0002-id-order": { up: idOrderOnPostgres },
  "0002-posted-batches": { up: postedBatches },
  "0003-uids": { up: uidsOnPostgres },
  "0005-sign-in-counts": { up: signInCountsOnPostgres },
  "0008-hops": { up: hopsOnPostgres },
  "0009-write-probe": { up: writeProbeOnPostgres },
  "0010-destinations": { up: destinationsOnPostgres },
  "0011-form-mail": { up: formMailOnPostgres },
  "0012-mail-addresses": { up: mailAddressesOnPostgres },
  "0013-digests": { up: digestsOnPostgres },
  "0014-alerts": { up: alertsOnPostgres },
  "0015-replies": { up: repliesOnPostgres },
  "0016-mail-consent": { up: mailConsentOnPostgres },
  "0017-form-posts": { up: formPostsOnPostgres },
  "0018-form-fields": { up: formFieldsOnPostgres },
  "0020-spam-model": { up: spamModelOnPostgres },
  "0020-spam-model-indexes": { indexes: SPAM_EXAMPLE_INDEXES },
  "0021-form-projects": { up: formProjectsOnPostgres },
  "0022-seen": { up: seenOnPostgres },
  "0023-delivery-states": { up: deliveryStatesOnPostgres },
  "0023-delivery-states-indexes": { indexes: DELIVERY_STATE_INDEXES },
  "0025-undo": { up: undoOnPostgres },
  "0026-notes": { up: notesOnPostgres },
  "0026-tags": { up: tagsOnPostgres },
  "0028-arrivals": { up: arrivalsOnPostgres },
  "0029-written-replies": { up: writtenRepliesOnPostgres },
  "0030-first-answers": { up: firstAnswersOnPostgres },
  "0030-first-answers-indexes": { indexes: ANSWER_INDEXES },
  "0031-key-scopes": { up: keyScopesOnPostgres },
};
