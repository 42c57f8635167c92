/** Cryptographically secure random bytes. */
import { randomBytes } from "node:crypto";

/** `size` random bytes. Tests pass a counter. */
export type Random = (size: number) => Buffer;

export const systemRandom: Random = (size) => randomBytes(size);
