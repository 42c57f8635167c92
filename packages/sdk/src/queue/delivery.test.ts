import { deliveryLine, deliveryOf } from "./delivery.ts";
import { newItem, DEFAULT_POLICY, transition } from "./transition.ts";

const first = transition(newItem(7, 3), { kind: "started" }, DEFAULT_POLICY);
const delivery = deliveryOf(first, "mail");

it("deliveryOf has the same id for every attempt, and another for another generation", () => {
  const second = { ...first, attempts: 2, starts: 2 };
  const later = { ...first, generation: 2 };

  expect(delivery).toEqual({
    id: "mail:7:1",
    submissionId: 7,
    formId: 3,
    attempt: 1,
    generation: 1,
    redelivered: false,
    consumer: "mail",
  });
  expect(deliveryOf(second, "mail")).toMatchObject({ id: "mail:7:1", redelivered: true });
  expect(deliveryOf(later, "mail").id).toBe("mail:7:2");
});

describe("deliveryLine", () => {
  const texts = ["a\nb", "a\r\nb", "\0", "\u2028\u2029\u0085", '"}\n{"', "\ud800", "é\u{1f600}"];
  it.each(texts)("stays one line for %j", (hostile) => {
    const submission = { id: 7, form_id: 3, payload_params: { [hostile]: hostile } };

    const line = deliveryLine(delivery, submission);

    expect(line.slice(0, -1)).not.toMatch(/[\n\r\0\u0085\u2028\u2029]/);
    expect(line.endsWith("\n")).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ submission });
  });
});
