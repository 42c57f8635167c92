// @ts-check
/** Reads the receiver's settings from the environment. */
import { readFileSync } from "node:fs";

/** The message is for the person who starts the receiver. */
export class ConfigurationError extends Error {
  /** @override */
  name = "ConfigurationError";
}

/**
 * @typedef {object} Configuration
 * @property {string} secret The webhook's signing secret.
 * @property {number} port 0 selects any free port.
 */

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Configuration}
 */
export function readConfiguration(env) {
  return { secret: readSecret(env), port: readPort(env.PORT ?? "0") };
}

/** @param {Readonly<Record<string, string | undefined>>} env */
function readSecret({ INTRAY_WEBHOOK_SECRET: text, INTRAY_WEBHOOK_SECRET_FILE: file }) {
  if (text !== undefined && file !== undefined) {
    throw new ConfigurationError(
      "INTRAY_WEBHOOK_SECRET and INTRAY_WEBHOOK_SECRET_FILE are both set. Unset one of them.",
    );
  }
  const secret = file === undefined ? (text ?? "") : readSecretFile(file);
  if (secret.trim() === "") {
    throw new ConfigurationError(
      "There is no webhook secret. Set INTRAY_WEBHOOK_SECRET, or INTRAY_WEBHOOK_SECRET_FILE to a file that contains it.",
    );
  }
  return secret;
}

/** @param {string} file */
function readSecretFile(file) {
  try {
    return readFileSync(file, "utf8").trim(); // editors end a file with a line break
  } catch (cause) {
    throw new ConfigurationError(
      `The file ${file} in INTRAY_WEBHOOK_SECRET_FILE cannot be read. Check its path and permissions.`,
      { cause },
    );
  }
}

/** @param {string} text */
function readPort(text) {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new ConfigurationError(
      `PORT is "${text}". Set a number from 0 to 65535; 0 selects any free port.`,
    );
  }
  return port;
}
