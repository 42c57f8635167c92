/** The OpenAPI document of the API, as the server serves it at `/api/v1/openapi.json`. */
import json from "./generated/document.gen.json" with { type: "json" };

export const document: Readonly<Record<string, unknown>> = json;
