import { clientOf, openClient, serve } from "../../test/faulty-server.ts";

const text = (item: Uint8Array) => new TextDecoder().decode(item);
const meta = (next_cursor: string | null) => ({ count: 3, page: 1, per_page: 2, next_cursor });
const listed = (body: string) =>
  serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
const walk = (url: string) => Array.fromAsync(clientOf(url).client.submissions.listJson());

it("reads all pages by cursor and leaves records as they were written", async () => {
  const { client, requests } = await openClient((request, response) => {
    const [rows, next] =
      request.url?.includes("cursor=b") === true ? ["2.50", null] : ["1, 1.0", "b"];
    response.end(`{"submissions":[${rows}],"meta":${JSON.stringify(meta(next))}}`);
  });

  const pages = await Array.fromAsync(client.submissions.listJson({ filter_by: "new" }));

  expect(pages.map(({ items }) => items.map(text))).toEqual([["1", "1.0"], ["2.50"]]);
  expect(pages[0]?.meta).toEqual(meta("b"));
  expect(requests.map((request) => request.url)).toEqual([
    "/api/v1/submissions?filter_by=new",
    "/api/v1/submissions?filter_by=new&cursor=b",
  ]);
});

it("releases the memory of the given page only", async () => {
  const { url } = await listed(`{"submissions":[1,2],"meta":${JSON.stringify(meta(null))}}`);
  const [first, second, third] = [await walk(url), await walk(url), await walk(url)];

  const seen = first[0]?.items;
  first[0]?.release();
  third[0]?.release();

  expect([seen?.map((item) => item.length), third[0]?.items]).toEqual([[0, 0], []]);
  expect(second[0]?.items.map(text)).toEqual(["1", "2"]);
});

it.each([
  [`{"meta":{"next_cursor":null,"page":1},"submissions":[{"meta":{"next_cursor":"x"}}]}`, null],
  [`{"submissions":["\\"meta\\":{}"],"meta":{"next_cursor":null,"name":"}}"}}`, null],
  [`{"submissions":[],"meta":{"next_cursor":null,"more":{"meta":{"next_cursor":"x"}}}}`, null],
  [`{"submissions":[],"meta":{"next_cursor":"x"},"meta":{"next_cursor":null}}\n`, null],
  [`{"submissions":[],"meta":{"name":"\\"meta\\":{","next_cursor":null}}`, null],
])("finds the meta of the page itself in %s", async (body, next) => {
  const { url } = await listed(body);

  const pages = await walk(url);

  expect(pages.map((page) => page.meta.next_cursor)).toEqual([next]);
  expect(pages[0]?.items).toHaveLength(
    (JSON.parse(body) as { submissions: [] }).submissions.length,
  );
});

it.each([
  '{"submissions":[1,]}',
  '{"submissions":[1,],"meta":{"next_cursor":null}}',
  '{"rows":[1],"meta":{"next_cursor":null}}',
  '{"submissions":[1]',
  "<html>",
  '{"rows":[]}',
  "[]",
  '{"submissions":[1]}',
])("refuses %s as no page", async (body) => {
  const { url } = await listed(body);

  const items = walk(url).then((pages) => pages.map((page) => page.items));

  await expect(items).rejects.toMatchObject({ kind: "unexpected_answer", status: 200 });
});
