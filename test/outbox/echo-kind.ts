// Declares a third kind of destination, "echo". Loaded with `node --import` before anything else, in the threads too.
import {
  type DestinationDeclaration,
  DESTINATION_KINDS,
  DESTINATIONS,
} from "../../packages/server/dist/domain/delivery/destination.js";

const ECHO = {
  name: "echo",
  label: "Echoes",
  isMadeByUsers: true,
  addressPrefixes: ["echo://"],
  addressProblem: (address) =>
    address === "echo://" ? "An echo needs a name, such as echo://hall." : undefined,
  originOf: (address) => address,
  statusColumn: undefined,
  notSetUp: "This server has no echo.",
  deletedReason: "echo_deleted",
  disabledReason: "echo_disabled",
  namesWhyDisabled: false,
} as const satisfies DestinationDeclaration;

// A new kind is one more element of both; only this test adds it at run time, past their types.
(DESTINATIONS as readonly DestinationDeclaration[] as DestinationDeclaration[]).push(ECHO);
(DESTINATION_KINDS as readonly string[] as string[]).push(ECHO.name);
