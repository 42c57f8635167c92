/** The errors for records that do not exist or that the caller may not access. */
import { AppError, invalid } from "./errors.ts";

const notFound = (message: string) => new AppError("not_found", message);

/** @param ref The id or uuid in the request. */
export const formNotFound = (ref: number | string): AppError =>
  notFound(`There is no form ${ref} in this account. List the forms to see their ids.`);

/** Of a project that a parameter or member names. */
export const noSuchProject = (id: number, name = "project_id"): AppError =>
  invalid(name, `There is no project ${id} in this account.`);

export const projectNotFound = (id: number): AppError =>
  notFound(`There is no project ${id} in this account. List the projects to see their ids.`);

export const nothingToRestore = (id: number): AppError =>
  notFound(`There is no deleted project ${id} to restore: that is possible for seven days, once.`);

export const webhookNotFound = (id: number): AppError =>
  notFound(`There is no webhook ${id} in this account. List the webhooks to see their ids.`);

export const apiKeyNotFound = (id: number | string): AppError =>
  notFound(`There is no API key ${id} in this account. List the API keys to see their ids.`);

export const submissionNotFound = (id: number): AppError =>
  notFound(
    `The submission ${id} does not exist, or is not accessible with this key. It may have been deleted.`,
  );

/** Of a record that has no error of its own. */
export const notAccessible = (id: number): AppError =>
  notFound(`The record ${id} does not exist, or is not accessible with this key.`);

export const memberNotFound = (id: number): AppError =>
  notFound(`There is no person ${id} in this account. List the members to see their ids.`);

export const templateNotFound = (id: number): AppError =>
  notFound(`The reply template ${id} does not exist, or is not accessible with this key.`);

export const noteNotFound = (id: number): AppError =>
  notFound(`The note ${id} does not exist, or is not accessible with this key.`);

export const logEntryNotFound = (id: number): AppError =>
  notFound(`The webhook log entry ${id} does not exist, or is not accessible with this key.`);
