/** A file of undici that has no types of its own. */
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}
