// Every body that Chromium sent for the form cases is parsed into the values entered.
import { readFileSync } from "node:fs";
import type { Form, Submission } from "@intray/sdk/schemas";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { FORM_CASES, type FormCase } from "../browser/form-cases.ts";
import { checkedFetch } from "../contract/document.ts";
import { useShared } from "../harness/use.ts";

interface Vectors {
  readonly posts: readonly {
    readonly name: string;
    readonly content_type: string;
    readonly body: string;
  }[];
}
const vectors = JSON.parse(
  readFileSync(new URL("browser-posts.json", import.meta.url), "utf8"),
) as Vectors;

const server = useApiServer();
const form = useShared(() =>
  server.create<Form>("/forms", { name: "Contact", duplicate_filter: false }),
);

/** The fields that the documented rules give for pairs. */
function folded(fields: FormCase["fields"]): { name: string; value: string | string[] }[] {
  const byName = Map.groupBy(fields, ([name]) => name.replace(/(?<=.)\[\]$/, ""));
  return [...byName].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => value.replaceAll("\0", "\ufffd"));
    const isList = values.length > 1 || pairs.some(([sent]) => sent.endsWith("[]"));
    return { name, value: isList ? values : (values[0] ?? "") };
  });
}

it.each(FORM_CASES)("reads $name", async ({ name, fields, files = [] }) => {
  const vector = vectors.posts.find((one) => one.name === name);
  const answer = await checkedFetch(server.url)("POST", `/f/${form.uuid}.json`, {
    headers: { "content-type": vector?.content_type ?? "" },
    body: Buffer.from(vector?.body ?? "", "base64"),
  });

  const { id } = answer.json() as { readonly id: number };
  const submission = (await server.request("GET", `/submissions/${id}`)).json() as Submission;
  const contents = await Promise.all(
    submission.attachments.map(async (one) => {
      const { text } = await server.request("GET", `/attachments/${one.id}`);
      return { field: one.form_name, name: one.name, type: one.content_type, text };
    }),
  );

  expect(submission.form_params).toEqual(folded(fields));
  expect(contents).toEqual(files);
});

it("has a recorded post for every case, and a case for every post", () => {
  const names = FORM_CASES.map(({ name }) => name);

  expect(vectors.posts.map(({ name }) => name)).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
});
