import { LARGEST_FILE_BYTES } from "../uploads/media-types.ts";
import type { Form } from "./answer.ts";
import { CORS } from "./cors.ts";

/** How large the body of a request may be, how slowly it may arrive, and in which form it is refused. */
export type BodyBound = {
  bytes: number;
  /** A sender that is slower than `leastRate` (bytes per second) is cut off when this time is used up. */
  graceMs: number;
  leastRate: number;
  form: Form;
  /** Headers of every answer, refusals included. */
  headers: Readonly<Record<string, string>>;
};

const KIB = 1024;
const MIB = 1024 * KIB;

const REST: BodyBound = { bytes: 256 * KIB, graceMs: 10_000, leastRate: 8 * KIB, form: "rest", headers: {} };

export const BODY_BOUNDS = {
  /** Sign-in, and every address that declares nothing else. */
  other: { ...REST, bytes: 16 * KIB },
  /** Forms of our own pages. */
  page: { ...REST, bytes: 16 * KIB, form: "page" },
  /** Ingress, its status reports, Gateway sends, Stripe (decisions section 8). */
  rest: REST,
  /** Decisions section 13. */
  graphql: { ...REST, form: "graphql" },
  modelContext: { ...REST, form: "jsonRpc" },
  /** Meta's batches have up to 3 MB. */
  provider: { ...REST, bytes: 4 * MIB },
  /** A message or any other call of a visitor; files are uploads. */
  webchat: { ...REST, bytes: 64 * KIB, headers: { "cache-control": "no-store", ...CORS } },
  /** 100 MiB over a slow line take hours. The signed address says how much of it one file may have. Pages and programs send files: beside its words a refusal has what pages need. */
  upload: { ...REST, bytes: LARGEST_FILE_BYTES, graceMs: 30_000, leastRate: 4 * KIB, form: "page", headers: CORS },
} as const satisfies Record<string, BodyBound>;
