/** The code that a person compares or types to allow a program a key (RFC 8628, section 6.1). */
import type { Random } from "../../platform/random.ts";

/** No vowels, so no words, and no characters that look alike. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

export function newUserCode(random: Random): string {
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      // 240 = 12 · 20: each letter is as likely as the others.
      if (byte < 240 && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}

/** As typed by a person: `bcdf-ghjk` is `BCDFGHJK`. */
export const readUserCode = (text = ""): string => text.toUpperCase().replaceAll(/[^A-Z]/g, "");

/** Such as `BCDF-GHJK`. */
export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
