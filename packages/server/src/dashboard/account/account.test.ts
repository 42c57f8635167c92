import type { Page } from "../../../test/dashboard.ts";
import { linkOn, EMAIL, PASSWORD, OTHER_EMAIL, useDashboard } from "../../../test/dashboard.ts";

const NEW = "a longer horse battery";

describe("the account page", () => {
  const server = useDashboard();

  it("shows the user's sessions and no others", async () => {
    await server.signedIn();
    await server.otherAccount();

    const page = await server.ada.get("/account");

    expect(page.text.match(/\/account\/sessions\/\d+\/end/g)).toHaveLength(2);
    expect(page.words).toContain(EMAIL);
    expect(page.words).not.toContain(OTHER_EMAIL);
  });

  it("ends sessions of the user and no others", async () => {
    const [elsewhere, eve] = [server.visitor(), await server.otherAccount()];
    await elsewhere.signIn();
    const endIn = (page: Page) => linkOn(page, /"(\S*\/account\/sessions\/\d+\/end)/);

    const ended = await server.ada.post(endIn(await server.ada.get("/account")));
    const strange = await server.ada.post(endIn(await eve.get("/account")));
    const odd = await server.ada.post("/account/sessions/x/end");

    expect([ended.status, strange.status, odd.status]).toEqual([303, 404, 404]);
    expect((await elsewhere.get("/account")).status).toBe(303);
    expect((await eve.get("/account")).status).toBe(200);
  });

  it("switches off what the spam filter knows of common spam, and on again", async () => {
    for (const [spam_prior, chosen] of [["", "What is"], ["yes", "Common spam"], ["odd", "What is"]] as const) {
      const saved = await server.ada.post("/account/spam-filter", { spam_prior });

      expect(saved.status).toBe(303);
      expect((await server.ada.get("/account")).text).toMatch(`selected="">${chosen}`);
    }
  }); // prettier-ignore

  it("changes the password if the current one is right, and ends all other sessions", async () => {
    const elsewhere = await server.signedIn();
    const change = (current_password: string, new_password: string) =>
      server.ada.post("/account/password", { current_password, new_password });

    const wrong = await change("something else", NEW);
    const short = await change(PASSWORD, "short");
    const done = await change(PASSWORD, NEW);

    expect([wrong.status, short.status, done.status]).toEqual([422, 422, 303]);
    expect(wrong.words).toContain("The current password is wrong. The password was not changed.");
    expect((await elsewhere.get("/account")).status).toBe(303);
    expect((await server.ada.get("/account")).status).toBe(200);
    expect((await server.visitor().signIn(EMAIL, PASSWORD)).status).toBe(401);
    expect((await server.visitor().signIn(EMAIL, NEW)).status).toBe(303);
  });
});
