import { startApiServer, useApiServer } from "../../test/api-server.ts";

const server = useApiServer({
  INTRAY_PUBLIC_URL: "https://Forms.Example.org/",
  INTRAY_ALLOWED_HOSTS: "intray.lan, forms.example.org, 192.168.1.5, ::1",
});

describe("the list of domains", () => {
  it("has the host of the public URL first, then the allowed hosts, each once", async () => {
    const time = /^\d{4}-\d\d-\d\dT/;
    const names = ["forms.example.org", "intray.lan", "192.168.1.5", "[::1]"];
    const times = { created_at: time, updated_at: time };

    expect(await server.read("/domains")).toEqual({
      domains: names.map((name, n) => ({ id: n + 1, name, ...times })),
      meta: { count: 4, page: 1, per_page: 100, next_cursor: null },
    });
  });

  it("is empty on a server that is reached by its address only", async () => {
    const plain = await startApiServer();
    onTestFinished(() => plain.close());

    expect(await plain.read("/domains")).toMatchObject({ domains: [], meta: { count: 0 } });
  });
});
