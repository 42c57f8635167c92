/** Creates TLS certificates for receivers in tests. No key is stored in the repository. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { useShared } from "../../../test/harness/use.ts";

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Certificates for the tests of a file, whose authority this process trusts meanwhile, and no other. */
export function useTrustedCertificates() {
  const trusted = getCACertificates("default");
  const certificates = useShared(makeCertificates);
  beforeAll(() => setDefaultCACertificates([certificates.authority]));
  afterAll(() => setDefaultCACertificates(trusted));
  return certificates;
}

export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), "intray-certificates-"));
  const at = (file: string) => join(folder, file);
  const read = (file: string) => readFileSync(at(file), "utf8");
  const openssl = (...args: readonly string[]) =>
    execFileSync("openssl", args, { stdio: ["ignore", "ignore", "pipe"] });
  const selfSign = (file: string, name: string) => {
    const out = ["-keyout", at(`${file}.key`), "-out", at(`${file}.pem`), "-subj", `/CN=${name}`];
    const also = ["-addext", `subjectAltName=DNS:${name}`];
    openssl("req", "-x509", "-days", "1", ...NEW_KEY, ...out, ...also);
    return { key: read(`${file}.key`), cert: read(`${file}.pem`) };
  };
  const authority = selfSign("authority", "authority.test").cert;
  return {
    /** The certificate authority that clients must trust. */
    authority,
    /** A certificate for a name such as `receiver.test`. With negative `days` it has expired. */
    issue(name: string, days = 1) {
      const out = ["-keyout", at("leaf.key"), "-out", at("leaf.csr"), "-subj", `/CN=${name}`];
      openssl("req", "-new", ...NEW_KEY, ...out, "-addext", `subjectAltName=DNS:${name}`);
      const by = ["-CA", at("authority.pem"), "-CAkey", at("authority.key"), "-CAcreateserial"];
      const to = ["-in", at("leaf.csr"), "-out", at("leaf.pem"), "-copy_extensions", "copy"];
      openssl("x509", "-req", "-days", String(days), ...by, ...to);
      return { key: read("leaf.key"), cert: read("leaf.pem") };
    },
    selfSigned: (name: string) => selfSign("own", name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
