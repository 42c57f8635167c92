/** The rendered bytes of a delivery. */
export interface StoredBody {
  readonly content_type: string;
  readonly body: Uint8Array;
}
