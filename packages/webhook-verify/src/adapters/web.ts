/** Shared by the adapters for frameworks with the fetch types Request and Response. */
import { receive, type DeliveryHandler, type ReceiverOptions } from "../receiver.ts";
import { readWebBody } from "../verify-request.ts";

export async function receiveWeb<Context>(
  request: Request,
  context: Context,
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
  hint: string,
): Promise<Response> {
  const { method, headers } = request;
  const readBody = (maxBytes: number) => readWebBody(request, maxBytes, hint);
  const response = await receive({ context, method, headers, readBody }, options, handle);
  return new Response(response.body, { status: response.status, headers: response.headers });
}
