// The pages for language models, as a real server serves them.
import { operations } from "@intray/sdk/operations";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer({ INTRAY_PUBLIC_URL: "https://forms.example.org" });

async function page(address: string) {
  const { pathname } = new URL(address, "https://forms.example.org");
  const response = await fetch(new URL(pathname, server.url));
  return { response, text: await response.text() };
}

/** Targets of links outside of code. */
const linksIn = (text: string) =>
  [...text.replaceAll(/```[\s\S]*?^```|`[^`\n]+`/gm, "").matchAll(/\]\(([^()\s]+)\)/g)].map(
    ([, target = ""]) => target,
  );

/** Anchors of headings, as GitHub makes them. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

const isOwn = (target: string) => !/^https?:/.test(target) || target.startsWith("https://forms.");

describe("/docs/llms.txt", () => {
  it("names the product, this server and pages that all exist", async () => {
    const { response, text } = await page("/docs/llms.txt");

    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Intray\n\n> .+\n\nVersion .+ at https:\/\/forms\.example\.org\./);
    const links = linksIn(text);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links)
      expect([link, (await page(link)).response.status]).toEqual([link, 200]);
  });

  it("leads to pages whose links and anchors resolve", async () => {
    const pages = linksIn((await page("/docs/llms.txt")).text).filter((one) => one.endsWith(".md"));
    const broken: string[] = [];
    let followed = 0;
    for (const address of pages) {
      const { text, response } = await page(address);
      expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      for (const target of linksIn(text).filter(isOwn)) {
        const [path = "", anchor] = target.split("#", 2);
        const found = path === "" ? { text, response } : await page(path);
        const isThere = anchor === undefined || anchorsIn(found.text).includes(anchor);
        if (found.response.status !== 200 || !isThere) broken.push(`${address}: ${target}`);
        followed += 1;
      }
    }

    expect(broken).toEqual([]);
    expect(followed).toBeGreaterThan(10);
  });

  it("is linked from the page for people", async () => {
    expect((await page("/docs")).text).toContain('href="/docs/llms.txt"');
  });
});

it("/docs/llms-full.txt has every page, and every operation of the API", async () => {
  const { text } = await page("/docs/llms-full.txt");
  const pages = linksIn((await page("/docs/llms.txt")).text).filter((one) => one.endsWith(".md"));

  for (const address of pages) expect(text).toContain((await page(address)).text.trim());
  const has = (operation: string) => text.includes(`\`${operation}\``);
  expect(operations.filter(({ method, path }) => !has(`${method} ${path}`))).toEqual([]);
  expect((await page("/docs/api.md")).text).not.toMatch(/\bundefined\b|\[object Object\]/);
});

it.each(["/docs/no-such.md", "/docs/index.json", "/docs/..%2findex.md", "/docs/__proto__.md"])(
  "answers 404 to %s",
  async (address) => {
    expect((await page(address)).response.status).toBe(404);
  },
);
