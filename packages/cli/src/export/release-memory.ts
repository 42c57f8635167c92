/** Memory that is not left to the garbage collector: it counts it, but finds it late. */

/** The bytes are gone afterwards, unless they are a part of something greater. */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
