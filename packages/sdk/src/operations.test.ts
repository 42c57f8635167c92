// Every operation of the API document has the method that its `x-sdk` names, and the method sends that operation.
import { readFileSync } from "node:fs";
import { clientOf, openClient, serve } from "../test/faulty-server.ts";
import { EventStream } from "./event-stream.ts";
import { operations } from "./generated/operations.gen.ts";

const yaml = readFileSync(new URL("../../../openapi.yaml", import.meta.url), "utf8");
/** Such as `projects.get` by the id of the operation. */
const METHODS = new Map(
  [...yaml.matchAll(/^ {6}operationId: (\w+)\n {6}x-sdk: (\S+)$/gm)].map(([, id, path]) => [
    id,
    path,
  ]),
);

describe("the client", () => {
  it.each(operations)(
    "sends $method $path by the method of $id",
    async ({ id, method, path, scope, hasBody }) => {
      const { url, requests } = await serve((_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).end("{}");
      });
      const { client } = clientOf(url, { maxRetries: 0 });
      const names = METHODS.get(id)?.split(".") ?? [];
      const owner = names.length === 1 ? client : Reflect.get(client, names[0] ?? "");
      const args = [...(path.includes("{") ? [7] : []), ...(hasBody ? [{ read: true }] : [])];

      const called: unknown = Reflect.apply(Reflect.get(owner, names.at(-1) ?? ""), owner, args);
      if (called instanceof EventStream) await called.next().catch(() => undefined);
      else await called;

      const [request] = requests;
      expect(request?.method).toBe(method);
      expect(request?.url?.split("?")[0]).toBe(path.replace(/\{\w+\}/, "7"));
      expect(request?.headers.authorization !== undefined).toBe(scope !== "none");
    },
  );

  it("sends what to include in submissions as one parameter", async () => {
    const { client, url, requests } = await openClient((_, response) => void response.end("{}"), {
      maxRetries: 0,
    });
    const include: ("notes" | "replies")[] = ["notes", "replies"];

    await client.submissions.get(7, { include });
    await client.submissions.ofForm(3, { include });
    await client.submissions.list({ include });

    const queries = requests.map((request) => new URL(request.url ?? "", url).searchParams);
    expect(queries).toHaveLength(3);
    for (const query of queries) expect(query.getAll("include")).toEqual(["notes,replies"]);
  });
});
