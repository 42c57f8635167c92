/** Which bucket files are kept in, and how it is reached. */
export interface S3Settings {
  readonly bucket: string;
  /** `undefined` = Amazon's own of the region. */
  readonly endpoint: string | undefined;
  /** `undefined` = what the SDK finds in its own environment and files. */
  readonly region: string | undefined;
  /** Never logged. `undefined` = what the SDK finds in its own environment, files and services. */
  readonly credentials:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** What every name in the bucket begins with; empty, or with a slash at its end. */
  readonly prefix: string;
  /** The bucket in the path of a request, not in its host. */
  readonly forcePathStyle: boolean;
}
