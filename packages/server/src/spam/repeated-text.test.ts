import { createFakeClock } from "../../test/fake-clock.ts";
import { createRepeatedTexts } from "./repeated-text.ts";

const PITCH = "We can bring your shop to the first page of Google. ".repeat(3);

function scene(accountOf: (form: number) => number = () => 1) {
  const clock = createFakeClock(1_000);
  const isRepeated = createRepeatedTexts(clock);
  const post = (id: number, text = PITCH) =>
    isRepeated([["name", "Ada"], ["message", text]], { id, account_id: accountOf(id) }); // prettier-ignore
  return { clock, post };
}

it.each<[string, number, (form: number) => number, string, boolean]>([
  ["the fourth form of an account", 4, () => 1, PITCH, true],
  ["the third", 3, () => 1, PITCH, false],
  ["a form of the fourth account", 4, (form) => form, PITCH, true],
  // Else the account learns what the other has received.
  ["two own forms and one of another account", 4, (form) => (form === 1 ? 2 : 1), PITCH, false],
  ["many forms of one other account", 9, (form) => (form === 9 ? 2 : 1), PITCH, false],
  ["many forms that got a short text", 9, () => 1, "Thank you!", false],
])("a text is repeated in %s", (_, count, accountOf, text, isRepeated) => {
  const { post } = scene(accountOf);
  for (let form = 1; form < count; form += 1) post(form, text);

  expect([post(count, text), post(count, text)]).toEqual([isRepeated, isRepeated]);
});

it("forgets texts after a day, and when there are too many", () => {
  const { clock, post } = scene();
  const sweep = () => [1, 2, 3, 4].map((form) => post(form)).at(-1);
  const before = sweep();

  clock.advance(86_400_001);
  const nextDay = [post(5), sweep()];
  for (let n = 0; n < 20_000; n += 1) post(1, `${n} ${PITCH}`);

  expect([before, ...nextDay, post(5)]).toEqual([true, false, true, false]);
});
