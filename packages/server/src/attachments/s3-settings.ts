/** The bucket that holds files, and how to reach it. */
export interface S3Settings {
  readonly bucket: string;
  /** `undefined` = Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  /** `undefined` = the region that the SDK finds in its environment and files. */
  readonly region: string | undefined;
  /** Never logged. `undefined` = credentials that the SDK finds in its environment, files and services. */
  readonly credentials:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The beginning of every object name; empty, or ending with a slash. */
  readonly prefix: string;
  /** The bucket name goes into the path of a request, not into its host. */
  readonly forcePathStyle: boolean;
}
