/** The documentation for language models: `llms.txt`, and each guide as Markdown (https://llmstxt.org). */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { packageFile } from "../platform/version.ts";
import type { Operation, Reference, JsonSchema } from "./contract.ts";
import { readReference, schemaName } from "./contract.ts";
import { limits } from "./schema.tsx";

interface Page {
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
    ...zIndex
      .parse(JSON.parse(fileOf("index.json")))
      .map((guide) => ({ ...guide, text: fileOf(`${guide.name}.md`) })),
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

function referenceMarkdown({ title, version, description, ...reference }: Reference): string {
  const { sections, schemas } = reference;
  const parts = [
    `# ${title} API`,
    `Version ${version}. ${description}`,
    "Send the API key as `Authorization: Bearer <key>`. Errors are JSON with `error`, `code` and `request_id`.",
    ...sections.flatMap((section) => [
      `## ${section.name}`,
      section.description,
      ...section.operations.map(operationMarkdown),
    ]),
    "## Schemas",
    ...Object.entries(schemas).map(([name, schema]) => `### ${name}\n\n${membersOf(schema)}`),
  ];
  return `${parts.map((part) => part.trim()).join("\n\n")}\n`;
}

function operationMarkdown(operation: Operation): string {
  const { method, path, summary, description, needsKey, scopes, ...rest } = operation;
  const access = needsKey ? ` Needs a key with the scope \`${scopes.join("` or `")}\`.` : "";
  const parameters = rest.parameters.map(
    ({ name, in: place, required, schema, description: text }) =>
      `- \`${name}\` (${place}, ${typeOf(schema)}${limits(schema)}${required ? ", required" : ""}): ${oneLine(text)}`,
  );
  const bodies = rest.body.map(([type, schema]) => `- Body ${type}: ${typeOf(schema)}`);
  const responses = rest.responses.map(({ status, description: text, content }) => {
    const types = content.map(([, schema]) => typeOf(schema)).join(" or ");
    return `- ${status}: ${oneLine(text)}${types === "" ? "" : ` Content: ${types}.`}`;
  });
  return [
    `### ${summary}`,
    `\`${method} ${path}\`${needsKey ? "" : " (needs no key)"}`,
    `${description}${access}`.trim(),
    [...parameters, ...bodies].join("\n"),
    `Responses:\n\n${responses.join("\n")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function membersOf(schema: JsonSchema): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const optional = schema.required?.includes(name) === true ? "" : ", optional";
    return `- \`${name}\` (${typeOf(member)}${limits(member)}${optional}): ${oneLine(member.description ?? "")}`;
  });
  const head = members.length > 0 ? [] : [`Type: ${typeOf(schema)}.`];
  return [schema.description ?? "", ...head, members.join("\n")].filter(Boolean).join("\n\n");
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schemaName(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(", ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeOf).join(" or ");
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
