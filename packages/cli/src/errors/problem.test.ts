import { ConnectionError } from "@intray/sdk";
import { withoutServer } from "./problem.ts";

it("an unreachable server that nobody has named is no reason to check its address", () => {
  const error = new ConnectionError("The server could not be reached.", "ECONNREFUSED", {});

  expect(withoutServer(error, "http://127.0.0.1:8787")).toMatchObject({
    exit: 75,
    code: "unreachable",
    message: "The server could not be reached.",
    hint: "No server is set, so the server is http://127.0.0.1:8787. Name yours with --base-url, INTRAY_BASE_URL or intray auth login --base-url URL.",
  });
});
