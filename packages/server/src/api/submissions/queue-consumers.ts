/** Notices programs that work on the queue of a form, and records the first of each form. */
import type { ConsumerAct, QueueConsumer } from "../../domain/submission/queue-consumer.ts";
import type { SubmissionStates } from "../../domain/submission/submission-filter.ts";
import { type Clock, type MonotonicMs, msBetween } from "../../platform/clock.ts";
import type { Store } from "../../store/store.ts";
import type { AccountScope } from "../../store/engine/paging.ts";
import { type Caller, scopeOf } from "../http/caller.ts";

/** How many consumers are remembered as stored. A consumer above that number is stored once more. */
const MAX_KNOWN = 10_000;
/** A consumer is stored again after this time, since another process may have deleted it meanwhile. */
const KNOWN_MS = 10 * 60_000;

export interface QueueConsumers {
  /** Returns the caller as a consumer; `undefined` if it is a person in the dashboard. */
  of(caller: Caller, act: ConsumerAct, name?: string): QueueConsumer | undefined;
  /**
   * Records that the caller works on the queue of a form. Costs a look-up in memory once it is known.
   *
   * @param form_id `undefined` for all forms that the caller has access to.
   */
  note(caller: Caller, form_id: number | undefined, act: ConsumerAct, name?: string): Promise<void>;
  /** Forgets the consumer of a form, and one of all forms of the account. One that still works is recorded again. */
  forget(of: { readonly account_id: number; readonly form_id: number }): Promise<void>;
}

type CreateQueueConsumersArgs = { readonly store: Store; readonly clock: Clock };

export function createQueueConsumers({ store, clock }: CreateQueueConsumersArgs): QueueConsumers {
  const known = new Map<string, MonotonicMs>();
  const of: QueueConsumers["of"] = ({ via, key_name }, act, name = key_name) =>
    via === "session" ? undefined : { act, name, at: clock.now() };
  return {
    of,
    async note(caller, form_id, act, name) {
      const consumer = of(caller, act, name);
      if (consumer === undefined) return;
      const scope = { ...scopeOf(caller), ...(form_id !== undefined && { form_id }) };
      const key = scope.form_id === undefined ? scopeKey(scope) : formKey(scope.form_id);
      const now = clock.monotonic();
      const since = known.get(key);
      if (since !== undefined && msBetween(since, now) < KNOWN_MS) return;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, now);
      // The request itself must not fail by this: the next one tries again.
      await store.writes.recordQueueConsumer({ ...scope, consumer }).catch(() => {
        known.delete(key);
      });
    },
    async forget({ account_id, form_id }) {
      await store.writes.forgetQueueConsumer({ account_id, form_id });
      known.delete(scopeKey({ account_id }));
      known.delete(formKey(form_id));
    },
  };
}

const scopeKey = ({ account_id, project_id = 0, member_id = 0 }: AccountScope) =>
  `account ${account_id} ${project_id} ${member_id}`;
const formKey = (form_id: number) => `form ${form_id}`;

/** Whether a list shows only submissions that wait in the queue, as its readers do to find work. */
export const isQueueList = (states: SubmissionStates | "nothing"): boolean =>
  states !== "nothing" && states.read === 0 && states.trash === 0;
