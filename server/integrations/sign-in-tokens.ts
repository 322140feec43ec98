import { z } from "zod";
import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";

// What a person carries through a sign-in with Meta. Both texts are encrypted and end soon, so nothing is stored.

/** How long the person may take at Meta, and how long to choose an account afterwards, in milliseconds. */
const VALID_MS = 60 * 60_000;

const state = z.object({
  type: z.enum(IntegrationType),
  workspaceId: z.number(),
  userId: z.string(),
  until: z.number(),
});
const access = z.object({ type: z.enum(IntegrationType), accessToken: z.string(), until: z.number() });

const STATE: SecretPlace = { workspaceId: 0, table: "(sign-in)", id: "", field: "state" };
const placeOfAccess = (ctx: Ctx): SecretPlace => ({
  workspaceId: ctx.workspaceId,
  table: "(sign-in)",
  id: actorId(ctx.actor),
  field: "access",
});

/** What goes to Meta and comes back: who signs in, in which workspace, for which type. */
export function sealState(ctx: Ctx, type: IntegrationType): Promise<string> {
  const { workspaceId, actor, now } = ctx;
  return encryptSecret({ type, workspaceId, userId: actorId(actor), until: now.getTime() + VALID_MS }, STATE);
}

/** Where a person who comes back from Meta belongs. null: the text is not ours. */
export async function readState(text: string): Promise<z.infer<typeof state> | null> {
  const value = await decryptSecret(text, STATE).catch(() => null);
  return state.safeParse(value).data ?? null;
}

/**
 * The type for which this person began to sign in here.
 * @throws AppError BAD_INPUT for another person's or workspace's sign-in, or one that began too long ago
 */
export async function openState(ctx: Ctx, text: string): Promise<IntegrationType> {
  const found = await readState(text);
  const isTheirs = found?.workspaceId === ctx.workspaceId && found.userId === actorId(ctx.actor);
  if (!found || !isTheirs || found.until < ctx.now.getTime()) throw badInput("state", say("channels.signInOver"));
  return found.type;
}

/** The access that a sign-in gave, for this person in this workspace only. */
export function sealAccess(ctx: Ctx, type: IntegrationType, accessToken: string): Promise<string> {
  return encryptSecret({ type, accessToken, until: ctx.now.getTime() + VALID_MS }, placeOfAccess(ctx));
}

/** @throws AppError BAD_INPUT for another person's or workspace's access, one for another type, or one that has ended */
export async function openAccess(ctx: Ctx, type: IntegrationType, text: string): Promise<string> {
  const value = await decryptSecret(text, placeOfAccess(ctx)).catch(() => null);
  const found = access.safeParse(value).data;
  if (found?.type !== type || found.until < ctx.now.getTime()) {
    throw badInput("signIn.access", say("channels.signInOver"));
  }
  return found.accessToken;
}
