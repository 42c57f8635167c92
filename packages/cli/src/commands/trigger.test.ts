import type { Delivery, Form, Submission } from "@intray/sdk";
import { useRealServer } from "../../test/real-server.ts";

const { receiver, run, json } = await useRealServer();

const FIELDS = [
  { name: "email", type: "email", required: true },
  { name: "age", type: "number", min: 18 },
  { name: "day", type: "date", min: "2027-01-01" },
  { name: "size", type: "select", options: ["S", "M"], required: true },
  { name: "colors", type: "checkbox", options: ["r", "g", "b"], min: 2 },
  { name: "agreed", type: "checkbox", required: true },
  { name: "message", type: "textarea", min: 30, max: 31 },
  { name: "cv", type: "file", required: true, accept: ".pdf" },
  { name: "zip", type: "text", pattern: "[0-9]{5}" },
];

it("trigger posts a sample that fits the field rules, and tags it", async () => {
  const { uuid } = await json<Form>("forms", "create", "--name", "Strict");
  const fields = `fields:=${JSON.stringify(FIELDS)}`;
  await json("forms", "update", uuid, "--set", fields, "--allowed-domain", "a.test");
  await json("webhooks", "create", "--form", uuid, "--url", `http://${receiver.host}/`);

  const refused = await run("trigger", "Strict");
  const made = await json<{ submission: Submission; deliveries: Delivery[] }>(
    "trigger",
    "Strict",
    "-F",
    "zip=12345",
  );
  const text = await run("trigger", "Strict", "-F", "zip=12345");

  expect(refused).toMatchObject({ code: 5, stdout: "", stderr: /"zip"/ });
  expect(made.submission).toMatchObject({
    spam: false,
    tags: ["test"],
    attachments: [{ name: "test.pdf" }],
  });
  expect(made.submission.payload_params).toMatchObject({
    age: "18",
    colors: ["r", "g"],
    zip: "12345",
  });
  expect(made.deliveries).toHaveLength(1);
  expect(text.stdout).toMatch(/^state\tnew\n127\.0\.0\.1\S*\t\w+\n> email\ttest@example\.org$/m);
});

it("trigger without field rules posts a message, to a form that is named", async () => {
  await json("forms", "create", "--name", "Plain");

  const { submission } = await json<{ submission: Submission }>("trigger", "Plain");

  expect(submission).toMatchObject({ email: "test@example.org", tags: ["test"] });
  expect([(await run("trigger")).code, (await run("trigger", "Nobody")).code]).toEqual([2, 3]);
});
