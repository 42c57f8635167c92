/** The account: its settings and its alerts. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { CallOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type {
  Account,
  AccountInput,
  AlertList,
  AlertSecret,
  Domain,
  DomainList,
} from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type DomainParams = NonNullable<operations["listDomains"]["parameters"]["query"]>;

/** `client.account`. All of it needs an account key. */
export class AccountResource {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Gets the settings. */
  get(options: CallOptions = {}): ApiPromise<Account> {
    return call(this.#transport, {
      operation: "getAccount",
      method: "GET",
      path: "/account",
      ...options,
    });
  }

  /** Changes the given members. */
  update(input: AccountInput, options: CallOptions = {}): ApiPromise<Account> {
    return call(this.#transport, {
      operation: "updateAccount",
      method: "PATCH",
      path: "/account",
      json: input,
      ...options,
    });
  }

  /** Reveals the secret that signs alerts. */
  alertSecret(options: CallOptions = {}): ApiPromise<AlertSecret> {
    return call(this.#transport, {
      operation: "getAlertSecret",
      method: "GET",
      path: "/account/alert_secret",
      ...options,
    });
  }

  /** Lists the hosts under which the server is reached. */
  domains(params: DomainParams = {}, options: CallOptions = {}): PagePromise<DomainList, Domain> {
    return callList(
      this.#transport,
      { operation: "listDomains", path: "/domains", itemsOf: (page: DomainList) => page.domains },
      params,
      options,
    );
  }

  /** Lists all open alerts and the newest resolved ones, the newest first. */
  alerts(options: CallOptions = {}): ApiPromise<AlertList> {
    return call(this.#transport, {
      operation: "listAlerts",
      method: "GET",
      path: "/alerts",
      ...options,
    });
  }
}
