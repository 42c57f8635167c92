/** What the adapters of frameworks with fetch's Request and Response share. */
import { receive } from "../receiver.ts";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { readWebBody } from "../body/web-body.ts";

export async function receiveWeb<Context>(
  request: Request,
  context: Context,
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
  hint: string,
): Promise<Response> {
  const { method, headers } = request;
  const readBody = (maxBytes: number) => readWebBody(request, maxBytes, hint);
  const answer = await receive({ context, method, headers, readBody }, options, handle);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
