import fc from "fast-check";
import { ALERT_KINDS, type Condition, type OpenAlert, subjectKey, transitions } from "./alert.ts";

const subject = fc.record({
  kind: fc.constantFrom(...ALERT_KINDS),
  subject_id: fc.integer({ min: 0, max: 3 }),
});
const conditions = fc.uniqueArray(fc.record({ subject, since: fc.nat(), isSevere: fc.boolean() }), {
  selector: (one) => subjectKey(one.subject),
});
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

it("transitions of alerts change nothing a second time", () => {
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
