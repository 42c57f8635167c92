// What Akismet is told of corrections, and that its failures stay its own.
import { silentLog } from "../platform/log.ts";
import { type Correction, createAkismetCorrections } from "./akismet.ts";

const CORRECTION: Correction = {
  fields: [
    ["name", "Ada"],
    ["message", "Buy now"],
  ],
  email: "ada@example.org",
  ip: "198.51.100.1",
  userAgent: "Browser",
  referrer: null,
  spam: true,
};

const THREE = new Map([1, 2, 3].map((id) => [id, CORRECTION]));

/** Corrections of the submissions that `stored` contains. */
function scene({
  stored = new Map([[1, CORRECTION]]),
  hasKey = true,
  answer = () => Promise.resolve("Thanks for making the web a better place."),
} = {}) {
  const told: { readonly url: string; readonly form: Record<string, string> }[] = [];
  const changing = vi.fn<() => Promise<readonly number[]>>(() =>
    Promise.resolve([...stored.keys()]),
  );
  const corrections = createAkismetCorrections(
    { changing, read: (id) => Promise.resolve(stored.get(id)) },
    {
      akismetKey: hasKey ? "0123456789ab" : undefined,
      publicUrl: () => "https://forms.example.org",
      log: silentLog,
      request: (url, form) => {
        told.push({ url, form: Object.fromEntries(form) });
        return answer();
      },
    },
  );
  const mark = (spam: boolean) =>
    corrections.prepare({ account_id: 1, submission_ids: [...stored.keys()], spam });
  return { corrections, mark, told, changing };
}

it.each([true, false])(
  "is told of a correction to spam: %s, once it is committed",
  async (spam) => {
    const { mark, told } = scene({ stored: new Map([[1, { ...CORRECTION, spam }]]) });

    const tell = await mark(spam);
    expect(told).toEqual([]);
    tell();

    await vi.waitUntil(() => told.length === 1);
    const form = {
      api_key: "0123456789ab",
      blog: "https://forms.example.org",
      user_ip: "198.51.100.1",
      comment_type: "contact-form",
      comment_content: "name: Ada\nmessage: Buy now",
      user_agent: "Browser",
      comment_author: "Ada",
      comment_author_email: "ada@example.org",
    };
    const url = `https://rest.akismet.com/1.1/submit-${spam ? "spam" : "ham"}`;
    expect(told).toEqual([{ url, form }]);
  },
);

it("is not asked for, and no submission is read, without a key", async () => {
  const { mark, told, changing } = scene({ hasKey: false });

  (await mark(true))();

  expect(changing).not.toHaveBeenCalled();
  expect(told).toEqual([]);
});

it("is told of further corrections after one that failed", async () => {
  let calls = 0;
  const answer = () =>
    (calls += 1) === 1 ? Promise.reject(new Error("gone")) : Promise.resolve("");
  const { mark, told } = scene({ stored: THREE, answer });

  (await mark(true))();

  await vi.waitUntil(() => told.length === 3);
  const url = "https://rest.akismet.com/1.1/submit-spam";
  expect(told.map((one) => one.url)).toEqual([url, url, url]);
});

it("is not told of what was marked otherwise meanwhile, or more than 1,000 at once", async () => {
  const stored = new Map(
    Array.from({ length: 1_500 }, (_, id) => [id, { ...CORRECTION, spam: id % 2 === 0 }]),
  );
  const { mark, told, corrections } = scene({ stored });

  (await mark(true))();
  await vi.waitUntil(() => told.length === 500);
  await corrections.stop();

  expect(told).toHaveLength(500);
});

it("is not told of what waits when the server stops", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { mark, told, corrections } = scene({ stored: THREE, answer: () => promise });
  (await mark(true))();
  await vi.waitUntil(() => told.length === 1);

  const stopped = corrections.stop();
  resolve("");
  await stopped;

  expect(told).toHaveLength(1);
});
