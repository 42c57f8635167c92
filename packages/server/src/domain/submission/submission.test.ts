import { emailOf } from "./submission.ts";

it.each([
  [[["Email", " ada@example.org "]], "ada@example.org"],
  [Object.entries({ email: "not an address", EMAIL: "b@example.org" }), "b@example.org"],
  [[["email", ["x", "c@example.org"]]], "c@example.org"],
  [[["e-mail", "ada@example.org"]], null],
  [[["_replyto", "ada@example.org"]], "ada@example.org"],
  [Object.entries({ _replyto: "eve@example.org", email: "a@example.org" }), "a@example.org"],
  [[["_replyto", "%email"]], null],
  [[["email", "a@b"]], null],
  [[["email", "a@b.c, d@e.f"]], null],
  [[["email", `${"a".repeat(250)}@example.org`]], null],
  [[], null],
] as const)("emailOf finds in %j the address %j", (fields, email) => {
  expect(emailOf(fields)).toBe(email);
});
