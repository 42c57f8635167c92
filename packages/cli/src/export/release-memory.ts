/** Releases the memory of byte arrays without waiting for the garbage collector, which frees it late. */

/** Detaches the array's buffer, unless it is shared with other arrays. Do not use the bytes afterwards. */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
