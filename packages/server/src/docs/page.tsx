/** The reference of the API as one page. It works without script. */
import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Operation, Reference } from "./contract.ts";
import { curlOf } from "./curl.ts";
import { limits, Members, TypeOf } from "./schema.tsx";
import { STYLE } from "./style.ts";
import { Prose } from "./prose.tsx";

/** @param origin Where this server is reached. */
export async function referencePage(reference: Reference, origin: string): Promise<string> {
  const { title, version, description, sections, schemas } = reference;
  const body = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} API`}</title>
        <style>{raw(STYLE)}</style>
      </head>
      <body>
        <a class="skip" href="#content">
          To the content
        </a>
        <div class="layout">
          <Contents {...reference} />
          <main id="content">
            <h1>{`${title} API`}</h1>
            <p class="note">
              Version {version}. The same as a document:{" "}
              <a href="/api/v1/openapi.json">openapi.json</a>.
            </p>
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
            <h2 id="records">
              <a href="#records">Records</a>
            </h2>
            {Object.entries(schemas).map(([name, schema]) => (
              <section>
                <h3 id={name}>
                  <a href={`#${name}`}>{name}</a>
                </h3>
                <Prose text={schema.description ?? ""} />
                <Members schema={schema} schemas={schemas} />
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

function Contents({ sections }: Reference) {
  return (
    <nav id="contents" aria-label="Contents">
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
        <a href="#records">Records</a>
      </b>
    </nav>
  );
}

function Basics({ origin }: { readonly origin: string }) {
  return (
    <section>
      <h2 id="basics">
        <a href="#basics">Basics</a>
      </h2>
      <p>
        Every request under <code>/api/v1</code> needs a key. An account key sees every form of its
        account, a form key its own form. Send it as a header; programs that cannot set one may send
        the parameter <code>api_token</code>.
      </p>
      <pre>
        <code>{`export INTRAY_KEY=itk_acct_…
curl -H "Authorization: Bearer $INTRAY_KEY" "${origin}/api/v1/submissions?filter_by=new"`}</code>
      </pre>
      <p>
        Lists come in pages of <code>per_page</code>, 100 at most; go on with <code>cursor</code>,
        which is <code>meta.next_cursor</code> of the page before and null at the end. Times are
        UTC. Members and parameters that are not known are ignored. An error is{" "}
        <code>{`{"error", "code", "request_id"}`}</code>, with <code>errors</code> for single
        members.
      </p>
    </section>
  );
}

function OperationEntry({
  operation,
  schemas,
  origin,
}: {
  readonly operation: Operation;
  readonly schemas: Reference["schemas"];
  readonly origin: string;
}) {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const good = answers.filter(({ status }) => status < "400");
  const bad = answers.filter(({ status }) => status >= "400").map(({ status }) => status);
  return (
    <section>
      <h3 id={id}>
        <a href={`#${id}`}>{summary}</a>
      </h3>
      <div class="route">
        <span class={`method ${method}`}>{method}</span>
        <code>{path}</code>
        {!operation.needsKey && <span class="note">No API key needed</span>}
      </div>
      <Prose text={description} />
      {parameters.length > 0 && (
        <Table heading="Parameters" of="Parameter">
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
        </Table>
      )}
      {body.map(([type, schema]) => (
        <>
          <h4>
            Body <code>{type}</code> <TypeOf schema={schema} />
          </h4>
          {schema.$ref !== undefined && <Members schema={schema} schemas={schemas} />}
        </>
      ))}
      {good.map(({ status, description: said, content }) => (
        <>
          <h4>Answer {status}</h4>
          <Prose text={said} />
          {content.map(([type, schema]) => (
            <div>
              <code>{type}</code> <TypeOf schema={schema} />
            </div>
          ))}
        </>
      ))}
      {bad.length > 0 && (
        <p class="note">
          Refusals: {bad.join(", ")}, as <a href="#Problem">Problem</a>.
        </p>
      )}
      <pre>
        <code>{curlOf(operation, schemas, origin)}</code>
      </pre>
    </section>
  );
}

function Table({
  heading,
  of,
  children,
}: {
  readonly heading: string;
  readonly of: string;
  readonly children: Child;
}) {
  return (
    <>
      <h4>{heading}</h4>
      <table>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
