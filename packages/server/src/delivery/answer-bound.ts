/** Ends a connection that answers without end where no parser counts: floods of 1xx, chunk extensions. */
import type { Socket } from "node:net";

/**
 * Of one answer, all bytes on the wire: status line, headers, body. Of a body 16 KiB are wanted and
 * of headers undici takes 16 KiB, so only a receiver that means no good comes near.
 */
export const MAX_WIRE_BYTES = 256 * 1_024;

/** To be called before anyone else listens to the socket; a new count begins with each request. */
export function boundAnswers(socket: Socket): void {
  let asked = 0;
  let readBefore = 0;
  socket.on("readable", () => {
    if (socket.bytesWritten !== asked) {
      asked = socket.bytesWritten;
      readBefore = socket.bytesRead;
    } else if (socket.bytesRead - readBefore > MAX_WIRE_BYTES) {
      socket.destroy(new Error(`The answer went on after ${MAX_WIRE_BYTES / 1_024} KiB.`));
    }
  });
}
