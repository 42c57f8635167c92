/** The type of the client that dashboard pages call the API with. */
import type { Client } from "openapi-fetch";
import type { Paths } from "@intray/sdk/schemas";

export type Api = Client<Paths>;
