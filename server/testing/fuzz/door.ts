/** An endpoint, and what its callers send. */
export type Door = {
  name: string;
  method: "POST" | "PUT";
  /** The path for a new body. Each upload has its own address. */
  path: () => string | Promise<string>;
  limitBytes: number;
  /** A body that is accepted unchanged; `no` makes it different each time. Bytes if the endpoint takes no JSON. */
  body: (no: number) => unknown;
  /** Members of the body that stay unchanged, so that the endpoint examines the rest. */
  kept?: readonly string[];
  /** The headers that authenticate the caller, for the final bytes. */
  headers: (body: Buffer) => Record<string, string>;
};

export const KIB = 1024;
export const SECRET = "0123456789abcdef0123456789abcdef";
/** The operator's Meta app, whose secret is SECRET. */
export const META_APP_ID = "700100200300";
export const VALIDATE_TOKEN = "validate-me";
export const STRIPE_SECRET = "whsec_for_the_fuzz_of_doors";
export const JSON_TYPE = { "content-type": "application/json" };

export const seconds = () => Math.floor(Date.now() / 1000);
