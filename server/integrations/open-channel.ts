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

/** How long decrypted credentials are kept, in milliseconds. They are found by their ciphertext, so changed ones count at once. */
const KEPT_MS = 1_000;
const MOST_KEPT = 1_000;

const kept = new Map<string, { at: number; credentials: Record<string, unknown> }>();

/** How long a channel's row is believed by whoever asks for one of `lately`, in milliseconds. */
const BELIEVED_MS = 900;

const believed = new Map<string, { at: number; integration: Integration }>();

type Knock = {
  /**
   * What counts against the channel's rate of requests. A provider brings what thousands of clients do as fast as they do it: of its
   * calls only those that are refused.
   */
  counted?: "calls" | "refusals";
  /**
   * `lately`: whoever is let in by the row as it was less than a second ago gets that one, without a question to the database. It is for
   * those whose next statement holds it against the row as it is (`receiveMessage`, `storeProviderCall`). Nobody is refused by it.
   */
  age?: "now" | "lately";
};

/**
 * The channel of this type that its outside system or provider knocks at, if the caller proves by the channel's credentials who
 * they are.
 * @param proves compares in constant time. It is asked once the channel is found and its rate allows the call; with `lately`
 * perhaps twice.
 * @throws AppError NOT_FOUND (no such channel of the type), UNAUTHENTICATED in the words given, RATE_LIMITED, CHANNEL_INACTIVE
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
  // A channel in error cannot send; what its customers write is taken all the same.
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

/** `credentialsOf` for where calls come in: those of a busy channel are not decrypted for each. */
export async function keptCredentialsOf(integration: Integration): Promise<Record<string, unknown>> {
  const now = Date.now();
  const known = kept.get(integration.credentials);
  if (known && now - known.at < KEPT_MS) return known.credentials;
  const credentials = await credentialsOf(integration);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(integration.credentials, { at: now, credentials });
  return credentials;
}
