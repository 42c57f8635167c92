import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readLocalSecret } from "./local-secret.ts";
import { useFolder } from "../../test/workbench.ts";

const stateHome = await useFolder();
const place = { stateHome, profile: "default", origin: "http://a.test", form: "3" };

it("is kept for a profile, a server and a form, and readable by its owner only", async () => {
  const first = await readLocalSecret(place);
  const second = await readLocalSecret(place);
  const others = await Promise.resolve([
    await readLocalSecret({ ...place, profile: "work" }),
    await readLocalSecret({ ...place, origin: "http://b.test" }),
    await readLocalSecret({ ...place, form: undefined }),
  ]);

  const { mode } = await stat(join(stateHome, "intray", "listen-secrets.json"));
  expect(first).toEqual({ secret: /^whsec_[\w+/]{43}=$/, isNew: true });
  expect(second).toEqual({ secret: first.secret, isNew: false });
  expect(new Set([first, ...others].map(({ secret }) => secret)).size).toBe(4);
  expect(mode & 0o777).toBe(0o600);
});

it("is not replaced when its file is broken", async () => {
  await readLocalSecret(place);
  await writeFile(join(stateHome, "intray", "listen-secrets.json"), "{");

  await expect(readLocalSecret(place)).rejects.toMatchObject({ exit: 78 });
});
