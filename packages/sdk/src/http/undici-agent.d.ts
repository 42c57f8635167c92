/** Types for a file of undici that has none. */
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}
