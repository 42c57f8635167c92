/** Passes on what handlers write, and keeps the last of it for the ledger. */
import type { Readable, Writable } from "node:stream";

const TAIL_BYTES = 4_096;
/** Bytes 10xxxxxx continue a UTF-8 character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Where handlers' output goes. A reader that left must not hold handlers up. */
export class OutputSink {
  readonly #stream: Writable;
  #hasReader = true;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#hasReader = false;
    });
  }

  /** Writes a chunk of `from`, which is paused while the sink is full. */
  write(chunk: Buffer, from: Readable): void {
    if (!this.#hasReader || this.#stream.write(chunk)) return;
    from.pause();
    const goOn = () => {
      this.#stream.off("drain", goOn).off("error", goOn);
      from.resume();
    };
    this.#stream.on("drain", goOn).on("error", goOn);
  }
}

/** The last 4 KB of what one handler wrote, both its streams in the order of arrival. */
export class OutputTail {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const all = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#bytes = all.subarray(-TAIL_BYTES);
  }

  /** As text; what is not UTF-8 becomes U+FFFD, a character cut in front is left out. */
  text(): string {
    let start = 0;
    if (this.#bytes.length === TAIL_BYTES) {
      while (start < 3 && isContinuation(this.#bytes[start])) start += 1;
    }
    return this.#bytes.subarray(start).toString("utf8");
  }
}
