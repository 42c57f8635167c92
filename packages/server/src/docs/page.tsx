/** Renders the API reference as one HTML page, whose only script is its search. */
import { html, raw } from "hono/html";
import { assetUrl } from "../dashboard/http/assets.ts";
import { type Operation, type Reference, schemaName, type JsonSchema } from "./contract.ts";
import { limits, MemberTable, SchemaTable, TypeOf } from "./schema.tsx";
import { Prose } from "./prose.tsx";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { packageFile } from "../platform/version.ts";

/** @param origin The public origin of this server, for the examples. */
export async function referencePage(reference: Reference, origin: string): Promise<string> {
  const { title, version, description, sections, schemas } = reference;
  const body = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} API`}</title>
        <meta
          name="description"
          content="Every operation of the Intray API with its parameters, responses and a curl command."
        />
        <link rel="icon" href="/favicon.ico" />
        <link rel="stylesheet" href={assetUrl("style.css")} />
        <link rel="stylesheet" href={assetUrl("docs.css")} />
      </head>
      <body class="docs">
        <a class="skip" href="#content">
          Skip to content
        </a>
        <div class="layout">
          <Contents {...reference} />
          <main id="content">
            <h1>{`${title} API`}</h1>
            <p class="note">
              Version {version}. OpenAPI document: <a href="/api/v1/openapi.json">openapi.json</a>.
              For language models: <a href="/docs/llms.txt">llms.txt</a>.
            </p>
            <Search />
            <SearchScript />
            <p class="to-contents">
              <a href="#contents">Contents</a>
            </p>
            <Prose text={description} />
            <Basics origin={origin} />
            {sections.map((section) => (
              <section>
                <h2 id={section.name}>
                  <a href={`#${section.name}`}>{capital(section.name)}</a>
                </h2>
                <Prose text={section.description} />
                {section.operations.map((operation) => (
                  <OperationEntry operation={operation} schemas={schemas} origin={origin} />
                ))}
              </section>
            ))}
            <h2 id="schemas">
              <a href="#schemas">Schemas</a>
            </h2>
            {Object.entries(schemas).map(([name, schema]) => (
              <section class="entry">
                <h3 id={name}>
                  <a href={`#${name}`}>{name}</a>
                </h3>
                <Prose text={schema.description ?? ""} />
                <MemberTable schema={schema} schemas={schemas} />
              </section>
            ))}
          </main>
        </div>
      </body>
    </html>
  );
  const text = await html`<!doctype html>${body}`;
  return text.toString();
}

const Contents = ({ sections }: Reference) => (
  <nav id="contents" aria-label="Contents">
    <a class="brand" href="/dashboard">
      Intray
    </a>
    {sections.map(({ name, operations }) => (
      <>
        <b>
          <a href={`#${name}`}>{capital(name)}</a>
        </b>
        <ul>
          {operations.map(({ id, summary }) => (
            <li>
              <a href={`#${id}`}>{summary}</a>
            </li>
          ))}
        </ul>
      </>
    ))}
    <b>
      <a href="#schemas">Schemas</a>
    </b>
  </nav>
);

const Basics = ({ origin }: { readonly origin: string }) => (
  <section>
    <h2 id="basics">
      <a href="#basics">Basics</a>
    </h2>
    <p>
      Requests under <code>/api/v1</code> need an API key. An account API key has access to every
      form of its account, a form API key to one form. A key with the scope <code>read</code> cannot
      call operations that are marked with the scope <code>write</code>. Send the key as a bearer
      token; clients that cannot set a header can send it as the query parameter{" "}
      <code>api_token</code>.
    </p>
    <pre>
      <code>{`export INTRAY_KEY=itk_acct_…
curl -H "Authorization: Bearer $INTRAY_KEY" "${origin}/api/v1/submissions?filter_by=new"`}</code>
    </pre>
    <p>
      A page of a list has <code>per_page</code> records, 100 by default and at most. For the next
      page send <code>meta.next_cursor</code> as <code>cursor</code>; it is null on the last page.
      Timestamps are ISO 8601 in UTC. Unknown members and parameters are ignored and named in the
      response header <code>Intray-Ignored</code>; with <code>Prefer: handling=strict</code> they
      are answered with 422. The body of an error response is{" "}
      <code>{`{"error", "code", "request_id"}`}</code>, and <code>errors</code> if parameters or
      members are invalid.
    </p>
  </section>
);

interface OperationEntryProps {
  readonly operation: Operation;
  readonly schemas: Reference["schemas"];
  readonly origin: string;
}

function OperationEntry({ operation, schemas, origin }: OperationEntryProps) {
  const { id, method, path, summary, description, parameters, body, responses } = operation;
  const successes = responses.filter(({ status }) => status < "400");
  const errors = responses.filter(({ status }) => status >= "400").map(({ status }) => status);
  return (
    <section class="entry">
      <h3 id={id}>
        <a href={`#${id}`}>{summary}</a>
      </h3>
      <div class="route">
        <span class={`method ${method}`}>{method}</span>
        <code>{path}</code>
        <span class="note">
          {operation.needsKey ? `Scope: ${operation.scopes.join(", ")}` : "No API key required"}
        </span>
      </div>
      <Prose text={description} />
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <SchemaTable of="Parameter">
            {parameters.map((one) => (
              <tr>
                <td>
                  <code>{one.name}</code>
                </td>
                <td>
                  <TypeOf schema={one.schema} />
                  {`${limits(one.schema)}, in the ${one.in}${one.required ? ", required" : ""}`}
                </td>
                <td>
                  <Prose text={one.description} />
                </td>
              </tr>
            ))}
          </SchemaTable>
        </>
      )}
      {body.map(([type, schema]) => (
        <>
          <h4>
            Request body <code>{type}</code> <TypeOf schema={schema} />
          </h4>
          {schema.$ref !== undefined && <MemberTable schema={schema} schemas={schemas} />}
        </>
      ))}
      {successes.map(({ status, description: text, content }) => (
        <>
          <h4>Response {status}</h4>
          <Prose text={text} />
          {content.map(([type, schema]) => (
            <div>
              <code>{type}</code> <TypeOf schema={schema} />
            </div>
          ))}
        </>
      ))}
      {errors.length > 0 && (
        <p class="note">
          Errors: {errors.join(", ")}, with the body <a href="#Problem">Problem</a>.
        </p>
      )}
      <pre>
        <code>{curlOf(operation, schemas, origin)}</code>
      </pre>
    </section>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Schemas = Reference["schemas"];

/** A curl command with the required parameters and members only. */
export function curlOf(
  { method, path, needsKey, parameters, body }: Operation,
  schemas: Schemas,
  origin: string,
): string {
  const required = parameters.filter((one) => one.required && one.in === "query");
  const query = required.map(
    ({ name, schema }) => `${name}=${String(sample(schema, schemas, name))}`,
  );
  const withoutQuery = `${origin}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PATH_SAMPLES[name] ?? "1")}`;
  const url = query.length === 0 ? withoutQuery : `${withoutQuery}?${query.join("&")}`;
  const [type, schema] = body[0] ?? [];
  const isStream = path.endsWith("/events");
  return [
    `curl ${isStream ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    ...(needsKey ? [`-H "Authorization: Bearer $INTRAY_KEY"`] : []),
    ...(type === undefined || schema === undefined ? [] : bodyLines(type, schema, schemas)),
  ].join(" \\\n  ");
}

const PATH_SAMPLES: Readonly<Record<string, string>> = {
  form: "0123456789ab",
  token: "0123456789abcdef",
};

function bodyLines(type: string, schema: JsonSchema, schemas: Schemas): readonly string[] {
  if (type !== "application/json") return ['-d "name=Ada"', '-d "email=ada@example.org"'];
  const value = JSON.stringify(sample(schema, schemas, ""));
  // An apostrophe would end the single quotes of the shell.
  return ['-H "Content-Type: application/json"', `-d '${value.replaceAll("'", "'\\''")}'`];
}

const quote = (url: string) => (/[?&]/.test(url) ? `"${url}"` : url);

const VALUE_SAMPLES: Readonly<Record<string, unknown>> = {
  url: "https://example.org/hook",
  name: "Contact",
  consumer: "worker-1",
  lease_token: "…",
  since: "2026-01-31T00:00:00Z",
};

/** A minimal value that the schema allows: objects have their required members only. */
export function sample(schema: JsonSchema, schemas: Schemas, name: string): unknown {
  if (schema.$ref !== undefined) {
    const target = schemas[schemaName(schema.$ref)];
    return target === undefined ? null : sample(target, schemas, name);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.oneOf ?? [];
  if (first !== undefined) return sample(first, schemas, name);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "object") return sampleObject(schema, schemas);
  if (type === "array")
    return schema.items === undefined ? [] : [sample(schema.items, schemas, name)];
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (/(^|_)id$/.test(name)) return "1";
  return VALUE_SAMPLES[name] ?? "text";
}

function sampleObject({ properties = {}, required = [] }: JsonSchema, schemas: Schemas): unknown {
  const names = Object.keys(properties);
  const included = required.length === 0 ? names.slice(0, 1) : required;
  return Object.fromEntries(
    included.map((name) => [name, sample(properties[name] ?? {}, schemas, name)]),
  );
}

const SCRIPT = readFileSync(packageFile("assets/docs-search.js"), "utf8");

/** The script's source in a Content-Security-Policy. */
export const SEARCH_SOURCE = `'sha256-${hash("sha256", SCRIPT, "base64")}'`;

/** Hidden until its script runs. */
const Search = () => (
  <div id="search" role="search" hidden>
    <label for="query">Search operations and schemas</label>
    <input id="query" type="search" autocomplete="off" aria-describedby="query-hint" />
    <p class="note" id="query-hint">
      Press <kbd>/</kbd> to search, <kbd>Enter</kbd> to open the first result.
    </p>
    <p class="note" role="status"></p>
    <ul></ul>
  </div>
);

/**
 * Allowed by its hash in the policy of the page. To be right behind {@link Search}, so that nothing has been painted
 * when the search appears.
 */
const SearchScript = () => <script>{raw(SCRIPT)}</script>;
