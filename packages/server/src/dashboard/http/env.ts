/** Hono's environment of the dashboard, and the parts of the server that its pages use. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { OpenBodies } from "../../bodies/open-bodies.ts";
import type { UnsentResponses } from "../../bodies/unsent-responses.ts";
import type { OpenCircuit } from "../../domain/delivery/webhook.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ClockWatch } from "../../platform/clock-watch.ts";
import type { Random } from "../../platform/random.ts";
import type { Provider } from "../../oidc/provider.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Log } from "../../platform/log.ts";
import type { SessionRecord } from "../../store/accounts/sessions.ts";
import type { ProjectRecord } from "../../store/forms/projects.ts";
import type { ShownFormView } from "../../domain/fields/form-view.ts";
import type { FieldDrift } from "../../domain/fields/field-drift.ts";
import type { Store } from "../../store/store.ts";
import type { PageZone } from "../format/zone.ts";
import type { ApiClient, CallApi } from "./api-client.ts";
import type { PasswordTurns } from "./password-turns.ts";

export type ShownProject = Pick<ProjectRecord, "id" | "name">;

export interface DashboardEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The provider of single sign-on; `undefined` if there is none. */
    provider: Provider | undefined;
    /** The time zone that times are shown in, and that days are of. */
    zone: PageZone;
    session: SessionRecord;
    /** The project that lists, counts and statistics are limited to; `undefined` = all of the account. */
    project: ShownProject | undefined;
    /** The same, as reads of the store take it. */
    scope: Pick<SessionRecord, "account_id" | "member_id"> & {
      readonly project_id: number | undefined;
    };
    /** The projects of the account, by name. */
    listProjects: () => Promise<readonly ShownProject[]>;
    /** Counts the unread submissions of the scope. */
    countToDo: (form_id?: number) => Promise<number>;
    /** Calls the API with the permissions of the session; its lists are limited to the project. */
    api: ApiClient;
  };
}
export type DashboardContext = Context<DashboardEnv>;

export interface DashboardParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "state">;
  readonly random: Random;
  readonly log: Log;
  readonly bodies: OpenBodies;
  /** The quota of bytes of the files of an account; `undefined` = none. */
  readonly fileQuotaBytes: number | undefined;
  readonly unsent: UnsentResponses;
  /** The origin of links; only available once the server listens. */
  readonly publicUrl: () => string;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
  /** The host of a request with its port; `undefined` if the dashboard does not answer to it. */
  readonly knownHost: (incoming: HttpBindings["incoming"]) => string | undefined;
  readonly passwordTurns: PasswordTurns;
  readonly provider: Provider | undefined;
  /** Encrypts what a cookie keeps from the browser. */
  readonly secretBox: SecretBox;
  /** Called after a user has signed in. */
  readonly onSignIn: () => Promise<void>;
  /** How long a session lasts, however much it is used. */
  readonly sessionMaxMs: number;
  readonly callApi: CallApi;
  /** Of this process, since its start. */
  readonly fieldDrift: FieldDrift;
  /** The relay of e-mails and the sender of all of them; `undefined` if it is not set up. */
  readonly relay: { readonly name: string; readonly from: string } | undefined;
  /** The page that shows a form, without script. */
  readonly renderFormView: (view: ShownFormView) => Promise<string>;
  /** The open circuit of this process that holds all e-mails. */
  readonly relayCircuit: () => OpenCircuit | undefined;
  /** The open circuit of this process that holds a webhook's deliveries. */
  readonly circuitOf: (webhook: {
    readonly id: number;
    readonly url: string;
  }) => OpenCircuit | undefined;
}
