import { passwordProblem } from "./password-strength.ts";

const EMAIL = "ada.lovelace@example.org";

it.each([
  ["nine char", /has 9 characters\. Use at least 10/],
  ["x".repeat(1_001), /more than 1000/],
])("is rejected for its length", async (password, problem) => {
  expect(await passwordProblem(password, EMAIL)).toMatch(problem);
});

it.each([
  "aaaaaaaaaa",
  "a".repeat(1_000),
  "          ",
  "1234567890",
  "abcabcabcabc",
  "qwertyuiop",
  "password123!",
  "Password2026",
  "administrator",
  "trustno1trustno1",
  "ada.lovelace",
  EMAIL,
  "intrayintray",
])("is rejected as easy to guess: %s", async (password) => {
  expect(await passwordProblem(password, EMAIL)).toMatch(/easy to guess/);
});

it.each(["ten chars!", "correct horse battery", "пароль для почты", "xk29dkwq01"])(
  "is accepted: %s",
  async (password) => {
    expect(await passwordProblem(password, EMAIL)).toBeUndefined();
  },
);
