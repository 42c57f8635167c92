/** Whether the kept counters are what counting says. */
import { wrongCounters, type WrongCounter } from "../store/submissions/recount.ts";
import type { Check } from "./check.ts";

export const checkCounters: Check = {
  name: "counters",
  async *run({ opened }) {
    for (const counter of await wrongCounters(opened.db)) {
      yield `form ${counter.form_id}, ${stateOf(counter)}: ${counter.stored} are kept, ${counter.counted} are there`;
    }
  },
};

function stateOf({ read, spam, trash }: WrongCounter): string {
  const place = trash === 1 ? "in the trash" : spam === 1 ? "spam" : "in the inbox";
  return `${read === 1 ? "read" : "unread"} ${place}`;
}
