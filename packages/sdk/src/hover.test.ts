// What an editor shows of the client's types.
import { fileURLToPath } from "node:url";
import ts from "typescript";

const FILE = fileURLToPath(new URL("hovered.ts", import.meta.url));
const TEXT = `import { Intray, type Submission } from "./index.ts";
const client = new Intray();
const submission = await client.submissions.get(1);
const attachments = submission.attachments;
const form = await client.forms.get(1);
type Shown = Submission;
const page = await client.webhooks.list();
for await (const webhook of client.webhooks.list()) console.log(webhook);
const { count } = await client.forms.rejectedPosts(1);
`;
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};
const service = ts.createLanguageService({
  fileExists: (path) => ts.sys.fileExists(path),
  readFile: (path) => ts.sys.readFile(path),
  getCurrentDirectory: () => import.meta.dirname,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = path === FILE ? TEXT : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

it.each([
  ["submission =", "const submission: Submission"],
  ["attachments;", "(property) Submission.attachments: Attachment[]"],
  ["Submission;", "(alias) interface Submission\nimport Submission"],
  ["form =", "const form: Form"],
  ["page =", "const page: FormWebhookList"],
  ["webhook of", "const webhook: FormWebhook"],
])("names the type of %s", (name, shown) => {
  const info = service.getQuickInfoAtPosition(FILE, TEXT.indexOf(name));

  expect(ts.displayPartsToString(info?.displayParts)).toBe(shown);
});

it("shows the comment of a method, and goes to its declaration", () => {
  const at = TEXT.indexOf("rejectedPosts");
  const info = service.getQuickInfoAtPosition(FILE, at);
  const [declared] = service.getDefinitionAtPosition(FILE, at) ?? [];

  expect(ts.displayPartsToString(info?.documentation)).toBe(
    "Counts the posts of the form that were rejected, by reason and hour.",
  );
  expect(ts.sys.readFile(declared?.fileName ?? "")?.slice(declared?.textSpan.start)).toMatch(
    /^rejectedPosts = this\.operation\("getRejectedPosts"\);/,
  );
});
