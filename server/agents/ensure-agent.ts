import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Agent, User } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { lockEmail } from "../workspaces/access.ts";

type Person = Pick<User, "id" | "email" | "name" | "surname" | "avatar">;

/**
 * Finds or creates the agent of a member who enters the workspace (contract.md, Agent; API keys, rule 5). In this order: their own; the
 * one created with their email that has no user yet, which keeps its key and its conversations; the one they had before they were
 * removed; a new one with their name. Concurrent calls still give one agent per user and workspace.
 * @returns the agent's id.
 * @throws AppError FORBIDDEN_WORKSPACE for someone without a seat.
 */
export async function ensureAgent(ctx: Ctx, person: Person): Promise<string> {
  const { workspaceId } = ctx;
  return inTransaction(ctx, async (tx) => {
    await lockEmail(tx, person.email);
    await holdSeat(tx, person.id);
    const own = await tx.db.agent.findUnique({ where: { workspaceId_userId: { workspaceId, userId: person.id } } });
    if (own && !own.deletedAt) return own.id;
    const agent = (await link(tx, person, own)) ?? (own ? await revive(tx, own) : await make(tx, person));
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return agent.id;
  });
}

/** Locks the seat. A member who is being removed gets no agent, and a member who gets an agent is removed only after that, with it. */
async function holdSeat(tx: Ctx, userId: string): Promise<void> {
  const seats = await tx.db.$queryRaw<unknown[]>`
    select 1 from "Membership" where "workspaceId" = ${tx.workspaceId} and "userId" = ${userId}::uuid for key share`;
  if (seats.length === 0) throw new AppError("FORBIDDEN_WORKSPACE", say("refusal.workspace"));
}

/** Links the person to the oldest agent that has their email and no real user. null if there is none. */
async function link(tx: Ctx, { id: userId, email }: Person, former: Agent | null): Promise<Agent | null> {
  const { workspaceId } = tx;
  const [waiting] = await tx.db.$queryRaw<Agent[]>`
    select a.* from "Agent" a
    left join "User" u on u.id = case when a."userId" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a."userId"::uuid end
    where a."workspaceId" = ${workspaceId} and a.email = ${email} and a."deletedAt" is null and u.id is null
    order by a."createdAt", a.id limit 1 for update of a`;
  if (!waiting) return null;
  // A user has only one agent, so unlink their former one.
  if (former) await setUser(tx, former.id, `former:${former.id}`);
  const linked = await setUser(tx, waiting.id, userId);
  await audit(tx, "linkAgent", linked.id, { before: { userId: waiting.userId }, after: { userId } });
  return linked;
}

async function revive(tx: Ctx, { workspaceId, id }: Agent): Promise<Agent> {
  const agent = await tx.db.agent.update({ where: { workspaceId_id: { workspaceId, id } }, data: { deletedAt: null } });
  await audit(tx, "createAgent", id, { after: { userId: agent.userId, name: agent.name, email: agent.email } });
  return agent;
}

async function make(tx: Ctx, { id: userId, email, name, surname, avatar }: Person): Promise<Agent> {
  const { workspaceId } = tx;
  const defaultName = name.trim() || email.slice(0, email.indexOf("@"));
  const data = { userId, name: defaultName, surname, email, avatar };
  const agent = await tx.db.agent.create({ data: { workspaceId, ...data } });
  await audit(tx, "createAgent", agent.id, { after: data });
  return agent;
}

function setUser(tx: Ctx, id: string, userId: string): Promise<Agent> {
  return tx.db.agent.update({ where: { workspaceId_id: { workspaceId: tx.workspaceId, id } }, data: { userId } });
}
