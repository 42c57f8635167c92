declare module "s3rver" {
  import type { RequestListener } from "node:http";

  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly vhostBuckets: boolean;
      readonly resetOnClose: boolean;
      readonly configureBuckets: readonly {
        readonly name: string;
        readonly configs: readonly [];
      }[];
    });
    store: {
      putObject(object: {
        readonly bucket: string;
        readonly key: string;
      }): Promise<{ readonly size: number }>;
      putPart(
        bucket: string,
        uploadId: string,
        number: number,
        content: unknown,
      ): Promise<{ readonly size: number }>;
      getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    };
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
