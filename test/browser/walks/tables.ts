// The mutations that are walked, in two parts that take about as long.
import { accountMutations } from "./account-mutations.ts";
import { answerMutations } from "./answer-mutations.ts";
import { formMutations } from "./form-mutations.ts";
import { refireMutations } from "./refire-mutations.ts";
import { submissionMutations } from "./submission-mutations.ts";
import type { MutationTable } from "./walk-all.ts";
import { webhookMutations } from "./webhook-mutations.ts";

/** Forms and what was sent to them. */
export const INBOX_TABLES: readonly MutationTable[] = [
  submissionMutations,
  answerMutations,
  formMutations,
];

/** Webhooks and the account. */
export const ACCOUNT_TABLES: readonly MutationTable[] = [
  webhookMutations,
  refireMutations,
  accountMutations,
];
