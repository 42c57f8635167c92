/** Copies the guides that the server serves under /docs into its package, with links that work there. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "packages/server/bundle/guides");

/** Name under /docs, file, and what it is about. */
const GUIDES = [
  ["start", "README.md", "What Intray is, how to start it, and the first form."],
  ["server", "packages/server/README.md", "Operating the server: settings, mail, backup and more."],
  ["queue", "docs/use/queue.md", "Process submissions as a durable queue."],
  [
    "e-mail",
    "docs/use/e-mail.md",
    "Notifications, digests, automatic answers and their templates.",
  ],
  ["chats", "docs/use/chats.md", "Send to chats."],
  ["spam", "docs/use/spam.md", "How spam is recognized, and how to train it."],
  [
    "snippets",
    "docs/use/snippets.md",
    "Code that posts a form: HTML, fetch, React, Next, Astro, Hugo.",
  ],
  ["people", "docs/use/people.md", "People, roles and projects, and what their keys may do."],
  ["moving", "docs/use/moving.md", "Move a page from another form service."],
  ["agents", "docs/use/agents.md", "Tools for AI agents by the Model Context Protocol."],
  [
    "promises",
    "docs/contribute/promises.md",
    "What the server promises, each with the test that proves it.",
  ],
  ["cli", "packages/cli/README.md", "The command line: commands, settings, exit codes, export."],
  ["sdk", "packages/sdk/README.md", "The TypeScript client, and its queue engine."],
  ["webhook-verify", "packages/webhook-verify/README.md", "Verify the signatures of webhooks."],
] as const;

const ADDRESSES = new Map<string, string>([
  ...GUIDES.map(([name, file]) => [file, `/docs/${name}.md`] as const),
  ["openapi.yaml", "/api/v1/openapi.json"],
]);

/** Blocks and spans of code, images, and links. */
const PARTS = /```[\s\S]*?^```|`[^`\n]+`|(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/gm;

/** Links to other guides lead to their address; what is only in the repository keeps its text. */
const withLinks = (text: string, file: string): string =>
  text.replaceAll(PARTS, (whole, image?: string, label = "", target?: string) => {
    if (target === undefined) return whole;
    if (image === "!") return label;
    if (/^(?:https?:|mailto:|#)/.test(target)) return whole;
    const [path = "", anchor] = target.split("#", 2);
    const address = ADDRESSES.get(posix.join(posix.dirname(file), path));
    if (address === undefined) return label;
    return `[${label}](${address}${anchor === undefined ? "" : `#${anchor}`})`;
  });

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const index = GUIDES.map(([name, file, about]) => {
  const text = withLinks(readFileSync(join(ROOT, file), "utf8"), file);
  writeFileSync(join(FOLDER, `${name}.md`), text);
  return { name, about, title: /^# (.+)$/m.exec(text)?.[1] ?? name };
});
writeFileSync(join(FOLDER, "index.json"), JSON.stringify(index));
