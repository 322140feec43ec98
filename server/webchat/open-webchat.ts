import { systemCtx } from "../auth/system-ctx.ts";
import { webchatCredentials, type WebchatCredentials } from "../channels/webchat/adapter.ts";
import { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { keptCredentialsOf, openChannel } from "../integrations/open-channel.ts";
import { say } from "../say.ts";
import { contactOf, type Visitor } from "./access.ts";
import { validSecrets } from "./prove-visitor.ts";
import { readSession, secretMark, type VisitorClaims, readTicket } from "./visitor-token.ts";
import { useOnce } from "../auth/use-once.ts";

const JOB = "webchat";
const NO_SESSION = say("clients.chat.noSession");
/**
 * Only refused calls count against the channel's rate limit, because thousands of visitors call it. Visitors have limits of
 * their own.
 */
const COUNTED = { counted: "refusals" } as const;

/**
 * Opens the web chat with this id, for any caller.
 * @throws AppError NOT_FOUND, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openWebchat(integrationId: string) {
  let credentials: WebchatCredentials | null = null;
  const integration = await openChannel(
    "WEBCHAT",
    integrationId,
    (given) => {
      credentials = webchatCredentials.parse(given);
      return true;
    },
    NO_SESSION,
    COUNTED,
  );
  if (!credentials) throw new Error("a channel is opened with its credentials");
  return { ctx: systemCtx(integration.workspaceId, JOB), integration, credentials };
}

/**
 * Opens the web chat for a visitor with a session.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openForVisitor(integrationId: string, token: string | null): Promise<Visitor> {
  const visitor = await openAs(integrationId, (now) =>
    token === null ? Promise.resolve(null) : readSession(integrationId, token, now),
  );
  // Throws for a session that has ended.
  await contactOf(visitor);
  return visitor;
}

/** Opens the web chat for the visitor that `whoIs` returns. */
async function openAs(integrationId: string, whoIs: (now: Date) => Promise<VisitorClaims | null>): Promise<Visitor> {
  let claims: VisitorClaims | null = null;
  const integration = await openChannel(
    "WEBCHAT",
    integrationId,
    async (given) => {
      const now = new Date();
      claims = await whoIs(now);
      return claims !== null && proofHolds(claims, webchatCredentials.parse(given), now);
    },
    NO_SESSION,
    COUNTED,
  );
  if (!claims) throw new Error("a visitor is let in with claims");
  return { ...(claims as VisitorClaims), ctx: systemCtx(integration.workspaceId, JOB), integration };
}

/** How long one read of a channel is reused for all its streams, in milliseconds. */
export const LOOK_KEPT_MS = 1_000;
const MOST_LOOKS = 1_000;

const looks = new Map<string, { at: number; row: Promise<Integration | null> }>();

/**
 * The channel's current row; null when it is not available any more. Thousands of streams check at about the same time, so this
 * process reads it once.
 */
function lookAt({ ctx, integration }: Visitor): Promise<Integration | null> {
  const known = looks.get(integration.id);
  if (known && Date.now() - known.at < LOOK_KEPT_MS) return known.row;
  if (looks.size >= MOST_LOOKS) looks.clear();
  const row = ctx.db.$queryRaw<Integration[]>`
    select i.* from "Integration" i join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
    where i."workspaceId" = ${ctx.workspaceId} and i.id = ${integration.id}::uuid and i."deletedAt" is null
      and i.state <> 'disabled'`.then((rows) => rows[0] ?? null);
  looks.set(integration.id, { at: Date.now(), row });
  return row;
}

/**
 * Whether a visitor with access would still get it, as of a moment ago. It does not count against the channel's rate limit,
 * because many streams check.
 * @throws AppError UNAUTHENTICATED, CHANNEL_INACTIVE
 */
export async function mustStillBeOpen(visitor: Visitor): Promise<void> {
  const row = await lookAt(visitor);
  if (!row) throw new AppError("CHANNEL_INACTIVE", say("refusal.channelDisabled"));
  if (visitor.provenBy === null) return;
  const credentials = webchatCredentials.parse(await keptCredentialsOf(row));
  if (!proofHolds(visitor, credentials, new Date())) throw new AppError("UNAUTHENTICATED", NO_SESSION);
}

/** Whether no proof was needed, or the secret behind the proof is still valid for the channel. */
export function proofHolds({ provenBy }: VisitorClaims, credentials: WebchatCredentials, now: Date): boolean {
  return provenBy === null || validSecrets(credentials, now).map(secretMark).includes(provenBy);
}

/**
 * The visitor of a ticket, which works once across all processes.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, RATE_LIMITED, CHANNEL_INACTIVE
 */
export async function openWithTicket(integrationId: string, ticket: string): Promise<Visitor> {
  let id = "";
  const visitor = await openAs(integrationId, async (now) => {
    const read = await readTicket(integrationId, ticket, now);
    id = read?.id ?? "";
    return read?.visitor ?? null;
  });
  await contactOf(visitor);
  if (!(await useOnce(visitor.ctx, `webchat-ticket:${visitor.integration.id}`, id))) {
    throw new AppError("UNAUTHENTICATED", say("clients.chat.ticketUsed"));
  }
  return visitor;
}
