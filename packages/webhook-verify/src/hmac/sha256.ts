/** SHA-256 (FIPS 180-4) in JavaScript, for the synchronous functions where node:crypto is missing. */

const BLOCK_BYTES = 64;
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
// prettier-ignore
const ROUNDS = Uint32Array.of(0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2);

/** The digest of the concatenated parts: 32 bytes. Its time depends on the lengths only, not on the bytes. */
export function sha256(parts: readonly Uint8Array[]): Uint8Array {
  const state = Uint32Array.from(START);
  const block = new Uint8Array(BLOCK_BYTES);
  let length = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length;) {
      const used = length % BLOCK_BYTES;
      const piece = part.subarray(from, from + BLOCK_BYTES - used);
      block.set(piece, used);
      from += piece.length;
      length += piece.length;
      if (used + piece.length === BLOCK_BYTES) compress(state, block);
    }
  }
  finish(state, block, length);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [n, word] of state.entries()) digest.setUint32(4 * n, word);
  return new Uint8Array(digest.buffer);
}

/** Appends a one bit, zeros, and the length in bits. */
function finish(state: Uint32Array, block: Uint8Array, length: number): void {
  const used = length % BLOCK_BYTES;
  block.fill(0, used);
  block[used] = 0x80;
  if (used >= BLOCK_BYTES - 8) {
    compress(state, block);
    block.fill(0);
  }
  const view = new DataView(block.buffer);
  view.setUint32(BLOCK_BYTES - 8, Math.floor(length / 2 ** 29));
  view.setUint32(BLOCK_BYTES - 4, length << 3);
  compress(state, block);
}

const schedule = new Uint32Array(BLOCK_BYTES);
const at = (words: Uint32Array, n: number) => words[n] ?? 0;
const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

function compress(state: Uint32Array, block: Uint8Array): void {
  const view = new DataView(block.buffer);
  for (let n = 0; n < 16; n += 1) schedule[n] = view.getUint32(4 * n);
  for (let n = 16; n < 64; n += 1) {
    const early = at(schedule, n - 15);
    const late = at(schedule, n - 2);
    const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[n] = at(schedule, n - 16) + s0 + at(schedule, n - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < 64; n += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + at(ROUNDS, n) + at(schedule, n)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + s0 + majority) | 0;
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = at(state, n) + word;
}
