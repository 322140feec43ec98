import { createHash, timingSafeEqual } from "node:crypto";
import { validate as isUuid } from "uuid";
import { takeRequestOf } from "../auth/rate-limit.ts";
import { pool } from "../db.ts";
import { AppError, notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { credentialsOf } from "./access.ts";

const FIND = `
select i.* from "Integration" i join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
where i.id = $1 and i.type = 'CUSTOM' and i."deletedAt" is null`;

/** How long a decrypted token is kept, in milliseconds. It is found by its ciphertext, so a changed one counts at once. */
const KEPT_MS = 1_000;
const MOST_KEPT = 1_000;

const kept = new Map<string, { at: number; token: string }>();

/**
 * The CUSTOM channel that an outside system knocks at (contract.md, Custom channel ingress), if one of the tokens it sent is the
 * channel's.
 * @throws AppError NOT_FOUND (no such CUSTOM channel), UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openCustomChannel(integrationId: string, tokens: string[]): Promise<Integration> {
  const { rows } = isUuid(integrationId)
    ? await pool().query<Integration>({ name: "custom-channel", text: FIND, values: [integrationId] })
    : { rows: [] };
  const [integration] = rows;
  if (!integration) throw notFound("Channel");
  await takeRequestOf(integration.id);
  const expected = await validateTokenOf(integration);
  // Every token is compared, whichever matches: the time tells nothing.
  const matches = tokens.map((token) => sameSecret(token, expected));
  if (!matches.includes(true)) {
    throw new AppError("UNAUTHENTICATED", "The validate token is missing or wrong");
  }
  // A channel in error cannot send; what its customers write is taken all the same.
  if (integration.state === "disabled") throw new AppError("CHANNEL_INACTIVE", "This channel is disabled");
  return integration;
}

async function validateTokenOf(integration: Integration): Promise<string> {
  const now = Date.now();
  const known = kept.get(integration.credentials);
  if (known && now - known.at < KEPT_MS) return known.token;
  const { validateToken } = await credentialsOf(integration);
  if (typeof validateToken !== "string" || validateToken === "")
    throw new Error("a CUSTOM channel without a validateToken");
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(integration.credentials, { at: now, token: validateToken });
  return validateToken;
}

/** Compares digests, which are of one length: in constant time, whatever was sent. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
