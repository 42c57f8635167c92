/** Whether a claim may lease a submission. */

/** As stored: any claim may lease it; leased, or put off until a time; no claim leases it. */
export const CLAIM_STATE = { free: 0, leased: 1, dead: 2 } as const;

export type ClaimState = (typeof CLAIM_STATE)[keyof typeof CLAIM_STATE];
