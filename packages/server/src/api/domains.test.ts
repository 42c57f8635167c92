import type { DomainList } from "@intray/sdk/schemas";
import { describe, expect, it } from "vitest";
import { startApiServer, useApiServer } from "../../test/api-server.ts";

const server = useApiServer({
  INTRAY_PUBLIC_URL: "https://Forms.Example.org/",
  INTRAY_ALLOWED_HOSTS: "intray.lan, forms.example.org, 192.168.1.5, ::1",
});

const list = async (query = "") => (await server.request("GET", `/domains${query}`)).json();
const namesOf = async (query: string) =>
  ((await list(query)) as DomainList).domains.map(({ name }) => name);

describe("the list of domains", () => {
  it("has the host of the public URL first, then the allowed hosts, each once", async () => {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
    const times = { created_at: time, updated_at: time };

    expect(await list()).toEqual({
      domains: ["forms.example.org", "intray.lan", "192.168.1.5", "[::1]"].map((name, n) => ({
        id: n + 1,
        name,
        ...times,
      })),
      meta: { count: 4, page: 1, per_page: 100, next_cursor: null },
    });
  });

  it("has pages, and a query that names contain", async () => {
    const { meta } = (await list("?per_page=3")) as DomainList;

    expect(await namesOf("?per_page=3&page=2")).toEqual(["[::1]"]);
    expect(await namesOf(`?per_page=3&cursor=${meta.next_cursor}`)).toEqual(["[::1]"]);
    expect(await namesOf("?query=EXAMPLE")).toEqual(["forms.example.org"]);
    expect(await namesOf("?query=nowhere")).toEqual([]);
  });

  it("is empty on a server that is reached by its address only", async () => {
    const plain = await startApiServer();
    const answer = await plain.request("GET", "/domains");
    await plain.close();

    expect(answer.json()).toMatchObject({ domains: [], meta: { count: 0 } });
  });
});
