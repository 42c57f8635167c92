import { completeLine, type Described } from "./command-line.ts";

const FLAGS = {
  form: { type: "option", char: "f", description: "Form, by its id." },
  format: { type: "option", options: ["table", "tsv"], description: "How." },
  all: { type: "boolean", description: "All.\nReally." },
  fields: { type: "option", multiple: true, description: "Members." },
  secret: { type: "boolean", hidden: true },
} as const;

const described: Described = {
  topics: [{ name: "submissions", description: "Read submissions." }],
  commands: [
    { id: "submissions:list", summary: "List them.", flags: FLAGS, args: {} },
    { id: "submissions:get", summary: "Show one.", flags: {}, args: { form: {}, id: {} } },
    { id: "complete", summary: "Internal.", hidden: true, flags: {}, args: {} },
    {
      id: "completion",
      summary: "Print the script.",
      flags: {},
      args: { shell: { options: ["bash", "zsh"] } },
    },
  ],
};
const after = (...line: string[]) => completeLine(line, described);
const values = (...line: string[]) => {
  const completion = after(...line);
  return completion.kind === "candidates"
    ? completion.candidates.map(({ value }) => value)
    : completion;
};

it.each<[string, unknown]>([
  ["", ["completion", "submissions"]],
  ["sub", ["submissions"]],
  ["nothing ", []],
  ["submissions ", ["get", "list"]],
  ["submissions l", ["list"]],
  ["submissions list --f", ["--fields", "--form", "--format"]],
  ["submissions list --format ", ["table", "tsv"]],
  ["submissions list --format=ta", ["table"]],
  ["submissions list --format = ts", ["tsv"]],
  ["submissions list -f 1", { kind: "names", of: "form", prefix: "1" }],
  ["submissions list --fields ", { kind: "files" }],
  ["submissions get ", { kind: "names", of: "form", prefix: "" }],
  ["submissions get 3 ", { kind: "files" }],
  ["completion ", ["bash", "zsh"]],
  ["queue run -- intray sub", { kind: "files" }],
])("completes %j", (line, expected) => {
  expect(values(...line.split(" "))).toEqual(expected);
});

it("offers each flag once, unless it is repeatable", () => {
  const given = ["submissions", "list", "--all", "-f", "3", "--fields", "id"];

  expect(values(...given, "--")).toEqual(["--fields", "--format"]);
});

it("shows the description of a topic, and the first line of a flag's description", () => {
  expect(after("sub")).toMatchObject({ candidates: [{ description: "Read submissions." }] });
  expect(after("submissions", "list", "--al")).toMatchObject({
    candidates: [{ description: "All." }],
  });
});
