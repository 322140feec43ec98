import { audit } from "../auth/audit.ts";
import { clientForActor } from "../clients/access.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import { env } from "../env.ts";
import type { ClientDataRequest } from "../generated/prisma/client.ts";
import type { ClientDataKind } from "../generated/prisma/enums.ts";
import { enqueue } from "../work/queue.ts";
import { EXPORT_KEPT_DAYS } from "../uploads/prune-uploads.ts";
import { say } from "../say.ts";
import type { Whose } from "../messages/forget-words.ts";
import { verb } from "../verb.ts";

const KINDS = {
  export: { job: "export-client-data", action: "exportClientData" },
  erasure: { job: "erase-client", action: "eraseClient" },
} as const satisfies Record<ClientDataKind, object>;

/**
 * Writes down that a contact is to be exported or erased, and queues the job that does it. One that is under way already is answered again.
 * @throws AppError NOT_FOUND; BAD_INPUT for a contact that was merged into another; CONFLICT for an export while it is erased
 */
export async function requestData(ctx: Ctx, clientId: string, kind: ClientDataKind): Promise<ClientDataRequest> {
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const client = await clientForActor(tx, clientId);
    if (client.mergedIntoId !== null) throw badInput("id", say("service.merged", { id: client.mergedIntoId }));
    // Two who ask at once are one request.
    await tx.db.$queryRaw`
      select id from "Client" where "workspaceId" = ${workspaceId} and id = ${client.id}::uuid for no key update`;
    const open = await tx.db.clientDataRequest.findMany({
      where: { workspaceId, clientId: client.id, state: { in: ["queued", "running"] } },
    });
    const same = open.find((request) => request.kind === kind);
    if (same) return same;
    if (kind === "export" && open.length > 0) throw new AppError("CONFLICT", say("service.beingErased"));
    const request = await tx.db.clientDataRequest.create({
      data: { workspaceId, clientId: client.id, kind, createdBy: actorId(tx.actor), createdAt: tx.now },
    });
    await audit(tx, KINDS[kind].action, client.id, { after: { requestId: request.id } });
    await enqueue(tx, KINDS[kind].job, { workspaceId, requestId: request.id });
    return request;
  });
}

/**
 * The request that a job is about, begun; null where there is nothing to do.
 * @param ctx of the job.
 */
export async function beginRequest(ctx: Ctx, requestId: string, kind: ClientDataKind) {
  const { workspaceId } = ctx;
  const where = { workspaceId, id: requestId, kind, state: { in: ["queued" as const, "running" as const] } };
  const { count } = await ctx.db.clientDataRequest.updateMany({ where, data: { state: "running", doneCount: 0 } });
  return count === 0 ? null : ctx.db.clientDataRequest.findFirst({ where });
}

type Change = Partial<
  Pick<ClientDataRequest, "state" | "totalCount" | "doneCount" | "fileName" | "error" | "completedAt">
>;

/** Notes how far a job is. @returns false where it is over already: then nothing changes any more. */
export async function noteProgress(ctx: Ctx, { id }: Pick<ClientDataRequest, "id">, change: Change): Promise<boolean> {
  const { count } = await ctx.db.clientDataRequest.updateMany({
    where: { workspaceId: ctx.workspaceId, id, state: "running" },
    data: change,
  });
  return count > 0;
}

/** What an export's archive is called among the uploads: a run that was cut short leaves none that the next one does not find. */
export function archiveNameOf({ id }: Pick<ClientDataRequest, "id">): string {
  return `${id.replaceAll("-", "")}.tar`;
}

/** Until when an export's archive can be had; null where there is none. */
export function expiresAtOf({ fileName, completedAt }: ClientDataRequest): Date | null {
  return fileName === null || completedAt === null
    ? null
    : new Date(completedAt.getTime() + EXPORT_KEPT_DAYS * 86_400_000);
}

/** Where an export's archive lies, for a session or a key; null where there is none, or none any more. */
export function archiveUrl(request: ClientDataRequest, now: Date): string | null {
  const expiresAt = expiresAtOf(request);
  if (!expiresAt || expiresAt <= now) return null;
  return `${env().APP_URL}/export/client-data?workspaceId=${request.workspaceId}&requestId=${request.id}`;
}

/** A contact with everybody who was merged into it, and all their conversations. */
export async function personOf(ctx: Ctx, clientId: string): Promise<Whose> {
  const { workspaceId } = ctx;
  const clients = await ctx.db.$queryRaw<{ id: string }[]>`
    with recursive person as (
      select id from "Client" where "workspaceId" = ${workspaceId} and id = ${clientId}::uuid
      union
      select c.id from person p join "Client" c on c."workspaceId" = ${workspaceId} and c."mergedIntoId" = p.id
    ) select id from person`;
  const clientIds = clients.map(({ id }) => id);
  const convs = await ctx.db.conversation.findMany({
    where: { workspaceId, clientId: { in: clientIds } },
    select: { id: true },
  });
  return { clientIds, convIds: convs.map(({ id }) => id) };
}

/**
 * Begins to erase a contact: texts, files, names and addresses go everywhere, and nothing brings them back. What reports count stays:
 * that there was a contact, conversations and messages, when, and with which outcome.
 * @throws AppError NOT_FOUND, BAD_INPUT (`id`: one that was merged into another)
 */
export const eraseClient = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: { id: string }) =>
  requestData(ctx, input.id, "erasure"),
);

/**
 * Begins to put everything that is kept of a contact into one archive: the contact with those merged into it, conversations, messages with
 * notes and attempts, files, broadcasts, events. Those of the playground are no contacts.
 * @throws AppError NOT_FOUND, BAD_INPUT (`id`: one that was merged into another), CONFLICT (it is being erased)
 */
export const exportClientData = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: { id: string }) =>
  requestData(ctx, input.id, "export"),
);
