/**
 * Limits the bytes of one response on the wire, so that a receiver cannot stream forever where the HTTP
 * parser sets no limit: repeated 1xx responses and chunk extensions.
 */
import type { Socket } from "node:net";

/**
 * Status line, headers and body of one response together. The body is read up to 16 KiB and undici
 * accepts 16 KiB of headers, so only a hostile or broken receiver sends this much.
 */
const MAX_RESPONSE_WIRE_BYTES = 256 * 1_024;

/**
 * Destroys the socket once a response exceeds the limit; counting starts again with each request.
 * Call it before any other listener is added to the socket.
 */
export function limitResponseBytes(socket: Socket): void {
  let writtenAtStart = 0;
  let readAtStart = 0;
  socket.on("readable", () => {
    if (socket.bytesWritten !== writtenAtStart) {
      writtenAtStart = socket.bytesWritten;
      readAtStart = socket.bytesRead;
    } else if (socket.bytesRead - readAtStart > MAX_RESPONSE_WIRE_BYTES) {
      const kib = MAX_RESPONSE_WIRE_BYTES / 1_024;
      socket.destroy(new Error(`The response is larger than ${kib} KiB.`));
    }
  });
}
