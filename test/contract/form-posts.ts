/** A server with a form that takes the same content twice, and posts to it that are checked against openapi.yaml. */
import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { useShared } from "../harness/use.ts";
import { checkedFetch } from "./document.ts";

export const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
export const JSON_BODY = { "content-type": "application/json" };
export const AJAX = { accept: "application/json" };

export interface Post {
  /** What follows `/f/`; default: the uuid of the form. */
  readonly to?: string;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** For all tests of the file that calls it. */
export function useFormPosts() {
  const server = useApiServer();
  const makeForm = (settings: object) =>
    server.create<Form>("/forms", { name: "Contact", duplicate_filter: false, ...settings });
  const form = useShared(() => makeForm({}));
  const post = ({ to = form.uuid, body = "name=Ada", headers = {} }: Post) => {
    const type = typeof body === "string" ? URLENCODED : {};
    return checkedFetch(server.url)("POST", `/f/${to}`, { body, headers: { ...type, ...headers } });
  };
  return { server, form, makeForm, post };
}
