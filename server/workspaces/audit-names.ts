import type { Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";
import type { AuditEntry } from "../generated/prisma/client.ts";

type Who = Pick<AuditEntry, "actorKind" | "actorId">;

/** The name of an entry's actor: a user's name (also after they left), a key's label, or "System" for the service itself. */
export const auditActorName = gathered<Who, string>(namesOf);

async function namesOf(ctx: Ctx, whos: readonly Who[]): Promise<string[]> {
  const { db, workspaceId } = ctx;
  const idsOf = (isKind: (kind: string) => boolean) =>
    whos.filter(({ actorKind }) => isKind(actorKind)).map(({ actorId }) => actorId);
  const [users, keys] = await Promise.all([
    db.user.findMany({
      where: { id: { in: idsOf((kind) => kind === "user") } },
      select: { id: true, name: true, surname: true },
    }),
    db.apiKey.findMany({
      where: { workspaceId, id: { in: idsOf((kind) => kind.endsWith("Key")) } },
      select: { id: true, label: true },
    }),
  ]);
  const names = new Map([
    ...users.map(({ id, name, surname }) => [id, surname ? `${name} ${surname}` : name] as const),
    ...keys.map(({ id, label }) => [id, label] as const),
  ]);
  return whos.map(({ actorKind, actorId }) => (actorKind === "system" ? "System" : (names.get(actorId) ?? actorId)));
}
