/** Receives webhooks in AWS Lambda, behind an HTTP API (payload format 2.0) or a function URL. */
import { Buffer } from "node:buffer";
import { refusal } from "../delivery-input.ts";
import { collectBody } from "../body/body-limit.ts";
import { receive } from "../receiver.ts";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";

/** The part of an event that is needed. */
export interface LambdaEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly http: { readonly method: string } };
}

export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const HINT = "Give the receiver the event itself, before any middleware parses its body.";

/** A Lambda handler. It rejects with what the delivery's handler throws, which the platform answers with 5xx. */
export function createReceiver<Event extends LambdaEvent>(
  options: ReceiverOptions<Event>,
  handle: DeliveryHandler<Event>,
): (event: Event) => Promise<LambdaResult> {
  return async (event) => {
    const { headers, requestContext } = event;
    const readBody = async (maxBytes: number) => readEventBody(event, maxBytes);
    const arrival = { context: event, method: requestContext.http.method, headers, readBody };
    const answer = await receive(arrival, options, handle);
    return {
      statusCode: answer.status,
      headers: { ...answer.headers },
      body: answer.body ?? "",
    };
  };
}

function readEventBody({ body = "", isBase64Encoded }: LambdaEvent, maxBytes: number): Uint8Array {
  if (typeof body !== "string") throw refusal("body_already_read", "parsed_body", HINT);
  const collector = collectBody(maxBytes, undefined);
  collector.add(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"));
  return collector.bytes();
}
