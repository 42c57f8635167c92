import { databaseHosts } from "./database-hosts.ts";

const named = (url: string) =>
  databaseHosts(url).map((one) => `${one.host} ${one.port} ${one.name}`);

describe("the hosts of a PostgreSQL URL", () => {
  it.each([
    ["postgres://db/intray", ["db 5432 db:5432"]],
    [
      "postgresql://u:p@a:5432,b:5433/db?target_session_attrs=read-write",
      ["a 5432 a:5432", "b 5433 b:5433"],
    ],
    [
      "postgres://u:p%40,w@a,[::1]:6000,c/db?sslmode=require",
      ["a 5432 a:5432", "::1 6000 [::1]:6000", "c 5432 c:5432"],
    ],
    ["postgres://%2Fvar%2Frun%2Fpg/db", [expect.stringMatching(/^\/var\/run\/pg 5432 /)]],
    ["postgres://u@a,b", ["a 5432 a:5432", "b 5432 b:5432"]],
  ])("are those of %s", (url, expected) => {
    expect(named(url)).toEqual(expected);
  });

  it("each have a URL that differs in the host alone", () => {
    const urls = databaseHosts("postgres://u:p,q@a:1,b:2/db?sslmode=require").map(({ url }) => url);

    expect(urls).toEqual([
      "postgres://u:p,q@a:1/db?sslmode=require",
      "postgres://u:p,q@b:2/db?sslmode=require",
    ]);
  });

  it.each([
    "mysql://a/db",
    "intray.db",
    "postgres:///db",
    "postgres://a,/db",
    "postgres://,a/db",
    "postgres://a:port,b/db",
    "postgres://a:70000,b/db",
    "postgres://a,b/db?host=c",
    "postgres://a,b/db?target_session_attrs=standby",
    "postgres://a,b/db?target_session_attrs=prefer-standby",
    `postgres://${Array.from({ length: 17 }, (_, n) => `h${n}`).join(",")}/db`,
  ])("are none in %s", (url) => {
    expect(databaseHosts(url)).toEqual([]);
  });
});
