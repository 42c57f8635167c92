/** Checks that the counters of submissions equal a recount. */
import { wrongCounters, type WrongCounter } from "../store/submissions/recount.ts";
import type { Check } from "./check.ts";

export const checkCounters: Check = {
  name: "counters",
  async *run({ opened }) {
    for (const counter of await wrongCounters(opened.db)) {
      yield `form ${counter.form_id}, ${stateOf(counter)}: the counter is ${counter.stored}, but there are ${counter.counted}`;
    }
  },
};

function stateOf({ read, spam, trash }: WrongCounter): string {
  const state = trash === 1 ? "in the trash" : spam === 1 ? "spam" : "in the inbox";
  return `${read === 1 ? "read" : "unread"} ${state}`;
}
