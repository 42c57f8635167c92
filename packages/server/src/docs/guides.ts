/** The documentation for language models: `llms.txt`, and each guide as Markdown (https://llmstxt.org). */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { packageFile } from "../platform/package-files.ts";
import { readReference } from "./contract.ts";
import { referenceMarkdown } from "./markdown.ts";

export interface Page {
  /** Under `/docs`. */
  readonly name: string;
  readonly type: "text/plain" | "text/markdown";
  readonly text: string;
}

interface Guide {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

const zIndex = z.array(z.object({ name: z.string(), title: z.string(), about: z.string() }));
/** Written by `npm run build`. */
const fileOf = (name: string) => readFileSync(packageFile(`bundle/guides/${name}`), "utf8");

/**
 * All pages for language models, `llms.txt` first.
 *
 * @param origin The public origin of this server, for the links of llms.txt.
 */
export function modelPages(origin: string): readonly Page[] {
  const reference = readReference();
  const guides: Guide[] = [
    ...zIndex.parse(JSON.parse(fileOf("index.json"))).map((guide) => ({
      ...guide,
      text: fileOf(`${guide.name}.md`),
    })),
    {
      name: "api",
      title: "API reference",
      about: "Every operation with its parameters and responses, and all schemas.",
      text: referenceMarkdown(reference),
    },
  ];
  const head = `# ${reference.title}\n\n> ${reference.description}\n`;
  const links = guides.map(
    ({ name, title, about }) => `- [${title}](${origin}/docs/${name}.md): ${about}`,
  );
  const list = `${head}\nVersion ${reference.version}, at ${origin}. Forms post to ${origin}/f/<form>, and the API is under ${origin}/api/v1.\n\n## Docs\n\n${links.join("\n")}\n\n## Optional\n\n- [Everything in one file](${origin}/docs/llms-full.txt): all of the above.\n- [OpenAPI document](${origin}/api/v1/openapi.json): the API for programs.\n`;
  const full = [head, ...guides.map(({ text }) => text)].join("\n\n");
  return [
    { name: "llms.txt", type: "text/plain", text: list },
    { name: "llms-full.txt", type: "text/plain", text: full },
    ...guides.map(({ name, text }) => ({
      name: `${name}.md`,
      type: "text/markdown" as const,
      text,
    })),
  ];
}
