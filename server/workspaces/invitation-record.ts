import type { Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";
import type { Invitation } from "../generated/prisma/client.ts";

/** An invitation with its link. Only the response of the operation that created it contains the link. */
export type NewInvitation = Invitation & { link: string };

/** The sender of an invitation: a user's name or a key's label; null when neither exists anymore. */
export const inviterName = gathered<Invitation, string | null>(async (ctx, invitations) => {
  const inviterIds = invitations.map(({ invitedById }) => invitedById);
  const [people, keys] = await Promise.all([
    personNames(ctx, inviterIds),
    ctx.db.apiKey.findMany({ where: { workspaceId: ctx.workspaceId, id: { in: inviterIds } } }),
  ]);
  const names = new Map([...keys.map(({ id, label }) => [id, label] as const), ...people]);
  return inviterIds.map((id) => names.get(id) ?? null);
});

/** Display names in this workspace: the agent's name, otherwise the name from sign-up. Without API keys. */
export async function personNames({ db, workspaceId }: Ctx, userIds: string[]): Promise<Map<string, string>> {
  const [users, agents] = await Promise.all([
    db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, name: true, surname: true } }),
    db.agent.findMany({
      where: { workspaceId, userId: { in: userIds } },
      select: { userId: true, name: true, surname: true },
    }),
  ]);
  return new Map([
    ...users.map((user) => [user.id, fullName(user)] as const),
    ...agents.map((agent) => [agent.userId, fullName(agent)] as const),
  ]);
}

function fullName({ name, surname }: { name: string; surname: string | null }): string {
  return surname ? `${name} ${surname}` : name;
}
