/** Forwards the output of handlers, and keeps its end for the ledger. */
import type { Readable, Writable } from "node:stream";

const TAIL_BYTES = 4_096;
/** Bytes 10xxxxxx continue a UTF-8 character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** The stream for handlers' output. Ignores writes once its reader has left, so that handlers go on. */
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
    const resume = () => {
      this.#stream.off("drain", resume).off("error", resume);
      from.resume();
    };
    this.#stream.on("drain", resume).on("error", resume);
  }
}

/** The last 4 KB of a handler's output, both streams in the order of arrival. */
export class OutputTail {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const all = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#bytes = all.subarray(-TAIL_BYTES);
  }

  /** The output as text. Invalid UTF-8 becomes U+FFFD; a character cut at the start is left out. */
  text(): string {
    let start = 0;
    if (this.#bytes.length === TAIL_BYTES) {
      while (start < 3 && isContinuation(this.#bytes[start])) start += 1;
    }
    return this.#bytes.subarray(start).toString("utf8");
  }
}
