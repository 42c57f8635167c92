// Signs in to a new server with the link of its first start.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const FIRST_LOGIN = { email: "ada@example.org", password: "correct horse battery" };

/** Chooses {@link FIRST_LOGIN}, and returns the cookie of the session. */
export async function signInFirst(url: string, dataFolder: string): Promise<string> {
  const firstStart = readFileSync(join(dataFolder, "first-start.txt"), "utf8");
  const link = /http\S+\/dashboard\/link\/\S+/.exec(firstStart)?.[0] ?? "";
  const submit = (to: string, cookie: string, fields: Readonly<Record<string, string>>) =>
    fetch(to, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url, cookie },
      body: new URLSearchParams(fields),
    });
  const linked = await submit(link, "", {});
  const cookie = linked.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  await submit(`${url}/dashboard/welcome`, cookie, FIRST_LOGIN);
  return cookie;
}
