// The first steps are checked off by what has happened, whoever did it.

import { useShared } from "../../../../../test/harness/use.ts";
import { serveOnLoopback } from "../../../../../test/harness/loopback.ts";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
const receiver = useShared(() =>
  serveOnLoopback((request, answer) => {
    request.resume();
    answer.end();
  }),
);

/** Returns the labels of the steps that are done. */
const done = async () => {
  const { text } = await server.ada.get("");
  return [...text.matchAll(/<li class="done">.*?<span>([^<]*)/g)].map(([, label]) => label);
};
const post = (source: string, message: string) =>
  fetch(`${server.url}/f/1.json`, {
    method: "POST",
    headers: { referer: source },
    body: new URLSearchParams({ email: "ada@example.org", message }),
  });

describe("the first steps", () => {
  it("are done one by one, and gone after the last one", async () => {
    const seen = [await done()];

    await post(`${server.url}/try/abc`, "First");
    await post(`https://other-name.example/try/abc`, "Second");
    seen.push(await done());
    const { id } = await server.row("submission", ["id"]);
    await server.mark(id, { read: true });
    seen.push(await done());
    await post("https://shop.example/contact", "Third");
    seen.push(await done());
    const { text } = await server.ada.get("");
    await server.patch("/forms/1", { notify_people: true });
    seen.push(await done());
    await server.addWebhook(1, { url: `${receiver.url}/` });
    seen.push(await done());
    await post("https://shop.example/contact", "Fourth");

    expect(seen.map((labels) => labels.length)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(text).toContain(`href="/dashboard/forms/1#email"`);
    expect(seen[5]).toEqual([
      "Create a form",
      "Send a first submission with the test form",
      "Open it in the inbox",
      "Add the form to your own page, and send it there",
      "Get an e-mail for each submission",
      "Add a webhook",
    ]);
    await expect.poll(async () => (await server.ada.get("")).words).not.toContain("First steps");
  });

  it("can be hidden, and are gone for accounts with many submissions", async () => {
    const eve = await server.otherAccount();
    const before = await eve.get("");

    const hidden = await eve.submit("/first-steps/hide");
    const twice = await eve.submit("/first-steps/hide");
    eve.cookies.delete("intray_first_steps");
    const shown = await eve.get("");
    const unread = { read: 0, spam: 0, trash: 0, count: 26 } as const;
    await server.insert("submission_count", { form_id: 2, account_id: 2, ...unread });
    const busy = await eve.get("");
    const signedOut = await server.visitor().post("/first-steps/hide");

    expect(before.words).toContain("2 of 7 done");
    for (const { words } of [hidden, twice, busy]) expect(words).not.toContain("First steps");
    expect(shown.words).toContain("First steps");
    expect(signedOut.location).toContain("/dashboard/sign-in");
  });
});
