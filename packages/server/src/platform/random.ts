/** Cryptographically secure random bytes. */
import { randomBytes } from "node:crypto";

/** Returns `size` random bytes. */
export type Random = (size: number) => Buffer;

export const systemRandom: Random = (size) => randomBytes(size);
