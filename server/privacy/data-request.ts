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
 * Records a request to export or erase a contact, and queues its job. If one is already in progress, it is returned.
 * @throws AppError NOT_FOUND; BAD_INPUT for a contact that was merged into another; CONFLICT for an export while it is erased
 */
export async function requestData(ctx: Ctx, clientId: string, kind: ClientDataKind): Promise<ClientDataRequest> {
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const client = await clientForActor(tx, clientId);
    if (client.mergedIntoId !== null) throw badInput("id", say("service.merged", { id: client.mergedIntoId }));
    // Two concurrent requests become one.
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
 * Starts the request of a job. null if there is nothing to do.
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

/** Stores a job's progress. @returns false if the request is already over: then nothing changes. */
export async function noteProgress(ctx: Ctx, { id }: Pick<ClientDataRequest, "id">, change: Change): Promise<boolean> {
  const { count } = await ctx.db.clientDataRequest.updateMany({
    where: { workspaceId: ctx.workspaceId, id, state: "running" },
    data: change,
  });
  return count > 0;
}

/** The archive's upload name. It depends only on the request, so that a new run finds the archive of an interrupted one. */
export function archiveNameOf({ id }: Pick<ClientDataRequest, "id">): string {
  return `${id.replaceAll("-", "")}.tar`;
}

/** Until when an export's archive is available. null if there is none. */
export function expiresAtOf({ fileName, completedAt }: ClientDataRequest): Date | null {
  return fileName === null || completedAt === null
    ? null
    : new Date(completedAt.getTime() + EXPORT_KEPT_DAYS * 86_400_000);
}

/** The address of an export's archive, for a session or a key. null if there is none, or it has expired. */
export function archiveUrl(request: ClientDataRequest, now: Date): string | null {
  const expiresAt = expiresAtOf(request);
  if (!expiresAt || expiresAt <= now) return null;
  return `${env().APP_URL}/export/client-data?workspaceId=${request.workspaceId}&requestId=${request.id}`;
}

/** A contact with all contacts merged into it, and all their conversations. */
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
 * Starts to erase a contact: texts, files, names and addresses are deleted everywhere, and cannot be restored. What reports count stays:
 * that there was a contact, conversations and messages, when, and with which outcome.
 * @throws AppError NOT_FOUND, BAD_INPUT (`id`: one that was merged into another)
 */
export const eraseClient = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: { id: string }) =>
  requestData(ctx, input.id, "erasure"),
);

/**
 * Starts to export all data of a contact into one archive: the contact with those merged into it, conversations, messages with notes and
 * attempts, files, broadcasts, events. Playground contacts are excluded.
 * @throws AppError NOT_FOUND, BAD_INPUT (`id`: one that was merged into another), CONFLICT (it is being erased)
 */
export const exportClientData = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: { id: string }) =>
  requestData(ctx, input.id, "export"),
);
