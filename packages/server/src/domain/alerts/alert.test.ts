import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALERT_KINDS,
  type Condition,
  type OpenAlert,
  RAISED_AFTER_MS,
  subjectKey,
  transitions,
} from "./alert.ts";

const subject = fc.record({
  kind: fc.constantFrom(...ALERT_KINDS),
  subject_id: fc.integer({ min: 0, max: 3 }),
});
const conditions = fc.uniqueArray(
  fc.record({ subject, since: fc.nat(), isSevere: fc.boolean(), age: fc.nat(1_200_000) }),
  { selector: (one) => subjectKey(one.subject) },
);
const openAlerts = fc.uniqueArray(subject, { selector: subjectKey });

const condition = (over: Partial<Condition> = {}): Condition => ({
  kind: "webhook_failing",
  subject_id: 1,
  since: 0,
  isSevere: true,
  ...over,
});
const opened = (of: Pick<OpenAlert, "kind" | "subject_id">, id = 1): OpenAlert => ({
  id,
  since: 0,
  raised_at: 0,
  seen_at: 0,
  ...of,
});

describe("transitions of alerts", () => {
  it("raise what is severe, has lasted and is not open, and end what no longer holds", () => {
    fc.assert(
      fc.property(conditions, openAlerts, (given, subjects) => {
        const found = given.map((one) => condition({ ...one.subject, ...one }));
        const ages = new Map(given.map((one) => [subjectKey(one.subject), one.age]));
        const open = subjects.map(opened);

        const { raised, over } = transitions(found, open, (one) => ages.get(subjectKey(one)) ?? 0);

        const isOpen = (one: Condition) => subjects.some((o) => subjectKey(o) === subjectKey(one));
        const hasLasted = (one: Condition) =>
          (ages.get(subjectKey(one)) ?? 0) >= RAISED_AFTER_MS[one.kind];
        expect(raised).toEqual(
          found.filter((one) => one.isSevere && hasLasted(one) && !isOpen(one)),
        );
        expect(over).toEqual(
          open.filter((alert) => !found.some((one) => subjectKey(one) === subjectKey(alert))),
        );
      }),
    );
  });

  it("change nothing a second time", () => {
    fc.assert(
      fc.property(conditions, openAlerts, (given, subjects) => {
        const found = given.map((one) => condition({ ...one.subject, ...one }));
        const open = subjects.map(opened);
        const { raised, over } = transitions(found, open, () => Infinity);
        const after = [...open.filter((one) => !over.includes(one)), ...raised.map(opened)];

        expect(transitions(found, after, () => Infinity)).toEqual({ raised: [], over: [] });
      }),
    );
  });

  it("do not flap while a condition is between its two thresholds", () => {
    const between = condition({ kind: "quota_low", subject_id: 0, isSevere: false });

    expect(transitions([between], [], () => Infinity).raised).toEqual([]);
    expect(transitions([between], [opened(between)], () => Infinity).over).toEqual([]);
  });
});
