import { systemRandom } from "./random.ts";
import { hashPassword, isPassword } from "./password.ts";

it("matches in either Unicode normalization, and no other password matches", async () => {
  const stored = await hashPassword("käse und brot", systemRandom);

  expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPassword("ka\u0308se und brot", stored)).toBe(true);
  expect(await isPassword("käse und brat", stored)).toBe(false);
});

it("is hashed with a new salt each time", async () => {
  const hashed = () => hashPassword("one and the same", systemRandom);

  expect(await hashed()).not.toBe(await hashed());
});

it("is verified with the parameters of its hash", async () => {
  // scrypt of "password" with NaCl, N 1024, r 8, p 16: the second vector of RFC 7914, section 12.
  const hash =
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640";
  const stored = `scrypt$1024$8$16$${Buffer.from("NaCl").toString("base64url")}$${Buffer.from(hash, "hex").toString("base64url")}`;

  expect(await isPassword("password", stored)).toBe(true);
});

it("is compared at the same cost whether its hash is a new or an older one", async () => {
  const work: number[] = [];
  for (const p of [1, 2, 3]) {
    let total = 0;
    const count = (_: string, { p: part, bytes }: { p: number; bytes: number }) => {
      total += part;
      return Promise.resolve(Buffer.alloc(bytes));
    };
    await isPassword("secret", `scrypt$32768$8$${p}$c2FsdA$aGFzaA`, count);
    work.push(total);
  }

  expect(work).toEqual([3, 3, 3]);
});

it.each(["", "plain", "scrypt$x$8$1$a$b", "bcrypt$1$1$1$a$b"])(
  "never matches %j",
  async (stored) => {
    expect(await isPassword("plain", stored)).toBe(false);
  },
);
