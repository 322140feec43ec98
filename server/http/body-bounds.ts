import { LARGEST_FILE_BYTES } from "../uploads/media-types.ts";
import type { Form } from "./answer.ts";
import { CORS } from "./cors.ts";

/** The size limit and the minimum speed of a request body, and the format of refusals. */
export type BodyBound = {
  bytes: number;
  /** A sender slower than `leastRate` (bytes per second) is disconnected after this time. */
  graceMs: number;
  leastRate: number;
  form: Form;
  /** Headers of every response, including refusals. */
  headers: Readonly<Record<string, string>>;
};

const KIB = 1024;
const MIB = 1024 * KIB;

const REST: BodyBound = { bytes: 256 * KIB, graceMs: 10_000, leastRate: 8 * KIB, form: "rest", headers: {} };

export const BODY_BOUNDS = {
  /** Sign-in, and all URLs without limits of their own. */
  other: { ...REST, bytes: 16 * KIB },
  /** Forms of our own pages. */
  page: { ...REST, bytes: 16 * KIB, form: "page" },
  /** Incoming messages, their status reports, Gateway sends, Stripe. */
  rest: REST,
  /** Decisions section 13. */
  graphql: { ...REST, form: "graphql" },
  modelContext: { ...REST, form: "jsonRpc" },
  /** Meta sends batches of up to 3 MB. */
  provider: { ...REST, bytes: 4 * MIB },
  /** Messages and other web chat calls of a visitor. Files go through uploads. */
  webchat: { ...REST, bytes: 64 * KIB, headers: { "cache-control": "no-store", ...CORS } },
  /**
   * 100 MiB take hours on a slow connection. The signed URL limits the size of each file. Both pages and programs upload
   * files, so a refusal has the fields for pages as well as its text.
   */
  upload: { ...REST, bytes: LARGEST_FILE_BYTES, graceMs: 30_000, leastRate: 4 * KIB, form: "page", headers: CORS },
} as const satisfies Record<string, BodyBound>;
