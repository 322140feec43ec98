import { z } from "zod";
import type { InboundCall } from "../channels/inbound.ts";
import { isOperatorsApp } from "../channels/meta/operators-app.ts";
import { id, listOf, maybeId } from "../channels/meta/webhook.ts";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import { Prisma, type Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { log } from "../log.ts";
import { columnsOf } from "../read-rows.ts";
import { readSaid } from "../read-said.ts";
import type { SentenceCode } from "../say.ts";
import { bringsAnything } from "./channels-concerned.ts";
import { keptCredentialsOf } from "./open-channel.ts";
import { readProviderCall } from "./read-provider-call.ts";

/** The kinds of objects that Meta calls about, and the channels of their accounts. */
const TYPES: Record<string, IntegrationType[]> = {
  page: ["FACEBOOK"],
  instagram: ["INSTAGRAM"],
  whatsapp_business_account: ["WHATSAPP", "WA_GATEWAY"],
};

const FIND = `
select ${columnsOf(Prisma.IntegrationScalarFieldEnum, "i").sql} from "Integration" i join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
where i."webhookAccountId" = any($1::text[]) and i.type = any($2::"IntegrationType"[]) and i."deletedAt" is null and i.state <> 'disabled'`;

const call = z.looseObject({ object: z.string(), entry: z.unknown() });
const entry = z.looseObject({ id, changes: z.unknown().optional() });
type Entry = z.infer<typeof entry>;
const change = z.looseObject({
  value: z.looseObject({
    metadata: z.looseObject({ phone_number_id: maybeId }).optional().catch(undefined),
    /** The entry of a change to a partner's customer names the partner. */
    waba_info: z.looseObject({ waba_id: maybeId }).optional().catch(undefined),
  }),
});
type Change = z.infer<typeof change>;
const app = z.object({ appId: z.string().optional(), appSecret: z.string() });

/** A channel that a call to the operator's app has data for: its part of the call, and what that says. */
export type Concerned = { channel: Integration; body: Record<string, unknown>; call: InboundCall };

/**
 * The channels, of all workspaces, that a call to the operator's Meta app has data for. Only channels of this app are among them: each
 * proved when it was connected that it may have the account's events. One whose token Meta has refused is left out where another of the
 * app has the same account. Nobody gets another's part of a call.
 * @param body of a genuine call.
 */
export async function channelsOfApp(body: Record<string, unknown>): Promise<Concerned[]> {
  const given = call.safeParse(body).data;
  const types = given && Object.hasOwn(TYPES, given.object) ? TYPES[given.object] : undefined;
  if (!given || !types) return [];
  const entries = listOf(Array.isArray(given.entry) ? given.entry : [given.entry], entry);
  const named = entries.flatMap((each) => [
    each.id,
    ...listOf(each.changes, change).map((some) => accountOf(some, each)),
  ]);
  const values = [[...new Set(named)], types];
  const { rows } = await pool().query<Integration>({ name: "channels-of-app", text: FIND, values });
  const ofApp: Integration[] = [];
  for (const channel of rows) if (await readOrNull(channel, () => isOfApp(channel))) ofApp.push(channel);
  const isHeld = ({ accountId }: Integration) =>
    ofApp.some((other) => other.state === "active" && other.accountId === accountId);
  const concerned: Concerned[] = [];
  for (const channel of ofApp) {
    if (hasLostAccess(channel) && isHeld(channel)) continue;
    const own = { ...given, entry: entries.flatMap((each) => partOf(each, channel)) };
    const read = await readOrNull(channel, () => readProviderCall(channel, own));
    if (read && bringsAnything(read)) concerned.push({ channel, body: own, call: read });
  }
  return concerned;
}

/** null: the channel cannot be read. The others must not wait for it. */
async function readOrNull<T>(channel: Integration, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    log.error({ error, workspaceId: channel.workspaceId, integrationId: channel.id }, "a channel got no events");
    return null;
  }
}

/** A channel that was connected by hand may have the app's secret without its id. */
async function isOfApp(channel: Integration): Promise<boolean> {
  const credentials = app.parse(await keptCredentialsOf(channel));
  return isOperatorsApp(credentials) || credentials.appSecret === env().META_APP_SECRET;
}

const TOKEN_REFUSED: readonly string[] = ["provider.token", "provider.tokenWrong"] satisfies SentenceCode[];

/** Whether Meta has refused the channel's token. Other errors, like a bill to pay, do not end its access. */
function hasLostAccess({ state, lastErrorSaid }: Integration): boolean {
  const advice = readSaid(lastErrorSaid)?.params.advice;
  return state === "error" && typeof advice === "object" && "code" in advice && TOKEN_REFUSED.includes(advice.code);
}

function accountOf({ value }: Change, { id: accountId }: Entry): string {
  return value.waba_info?.waba_id ?? accountId;
}

/** What an entry has for the channel: without other accounts, and other numbers of the same account. */
function partOf(given: Entry, { webhookAccountId, accountId }: Integration): Entry[] {
  if (given.changes === undefined) return given.id === webhookAccountId ? [given] : [];
  const changes = listOf(given.changes, change).filter((each) => {
    const number = each.value.metadata?.phone_number_id;
    return accountOf(each, given) === webhookAccountId && (number === undefined || number === accountId);
  });
  return changes.length > 0 ? [{ ...given, changes }] : [];
}
