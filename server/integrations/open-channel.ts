import { validate as isUuid } from "uuid";
import { takeRequestOf } from "../auth/rate-limit.ts";
import { pool } from "../db.ts";
import { AppError, notFound } from "../errors.ts";
import { Prisma, type Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { columnsOf } from "../read-rows.ts";
import { credentialsOf } from "./access.ts";
import { say, type Said } from "../say.ts";

const FIND = `
select ${columnsOf(Prisma.IntegrationScalarFieldEnum, "i").sql} from "Integration" i join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
where i.id = $1 and i.type = $2::"IntegrationType" and i."deletedAt" is null and not i."isPlayground"`;

/** How long decrypted credentials are cached, in milliseconds. The key is their ciphertext, so a change takes effect at once. */
const KEPT_MS = 1_000;
const MOST_KEPT = 1_000;

const kept = new Map<string, { at: number; credentials: Record<string, unknown> }>();

/** How long a channel's row is cached for calls with age `lately`, in milliseconds. */
const BELIEVED_MS = 900;

const believed = new Map<string, { at: number; integration: Integration }>();

type Knock = {
  /**
   * What counts against the channel's rate limit. A provider forwards the messages of thousands of contacts as they come, so only its
   * refused calls count.
   */
  counted?: "calls" | "refusals";
  /**
   * `lately`: a cached row that is less than a second old may authorize the call without a query. Use it only if the next statement
   * checks against the current row (`receiveMessage`, `storeProviderCall`). A cached row never causes a refusal.
   */
  age?: "now" | "lately";
};

/**
 * The channel of this type, if the calling system or provider authenticates with the channel's credentials.
 * @param proves compares in constant time. It is called once the channel is found and its rate limit allows the call; with `lately`
 * perhaps twice.
 * @throws AppError NOT_FOUND (no such channel of the type), UNAUTHENTICATED with the given words, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openChannel(
  type: IntegrationType,
  integrationId: string,
  proves: (credentials: Record<string, unknown>) => boolean | Promise<boolean>,
  refusal: Said,
  { counted = "calls", age = "now" }: Knock = {},
): Promise<Integration> {
  const known = age === "lately" ? believedOf(type, integrationId) : null;
  if (known) {
    if (counted === "calls") takeRequestOf(known.id);
    if (await proves(await keptCredentialsOf(known))) return known;
  }
  const integration = await findChannel(type, integrationId);
  if (counted === "calls" && !known) takeRequestOf(integration.id);
  if (!(await proves(await keptCredentialsOf(integration)))) {
    if (counted === "refusals") takeRequestOf(integration.id);
    throw new AppError("UNAUTHENTICATED", refusal);
  }
  // A channel in error cannot send, but still receives its customers' messages.
  if (integration.state === "disabled") throw new AppError("CHANNEL_INACTIVE", say("refusal.channelDisabled"));
  return integration;
}

function believedOf(type: IntegrationType, id: string): Integration | null {
  const known = believed.get(id);
  if (!known || Date.now() - known.at >= BELIEVED_MS) return null;
  return known.integration.type === type && known.integration.state !== "disabled" ? known.integration : null;
}

async function findChannel(type: IntegrationType, id: string): Promise<Integration> {
  const at = Date.now();
  const { rows } = isUuid(id)
    ? await pool().query<Integration>({ name: "open-channel", text: FIND, values: [id, type] })
    : { rows: [] };
  const [integration] = rows;
  if (!integration) throw notFound("channelByName");
  if (believed.size >= MOST_KEPT) believed.clear();
  believed.set(integration.id, { at, integration });
  return integration;
}

/** `credentialsOf` with a cache, for incoming calls: a busy channel does not decrypt its credentials for each call. */
export async function keptCredentialsOf(integration: Integration): Promise<Record<string, unknown>> {
  const now = Date.now();
  const known = kept.get(integration.credentials);
  if (known && now - known.at < KEPT_MS) return known.credentials;
  const credentials = await credentialsOf(integration);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(integration.credentials, { at: now, credentials });
  return credentials;
}
