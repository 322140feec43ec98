import type { Ctx } from "../ctx.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";

/**
 * Deletes everything that identifies these contacts: fields, tags, identities on channels, and the undo data of merges. The rows stay,
 * archived, because other rows reference them.
 *
 * A later message from one of their addresses creates a new contact.
 * @param erasedBy who requested it: a user's or key's id.
 */
export async function forgetClients(tx: Ctx, ids: readonly string[], erasedBy: string): Promise<void> {
  const { workspaceId } = tx;
  const named = { in: [...ids] };
  const pictures = await tx.db.client.findMany({
    where: { workspaceId, id: named, avatarUrl: { not: null } },
    select: { avatarUrl: true },
  });
  await discardUploads(
    tx,
    pictures.flatMap(({ avatarUrl }) => avatarUrl ?? []),
  );
  await tx.db.clientIdentity.updateMany({ where: { workspaceId, broughtById: named }, data: { broughtById: null } });
  await tx.db.clientIdentity.deleteMany({ where: { workspaceId, clientId: named } });
  await tx.db.toldName.deleteMany({ where: { workspaceId, clientId: named } });
  await tx.db.clientMerge.deleteMany({
    where: { workspaceId, OR: [{ clientId: named }, { mergedIds: { hasSome: [...ids] } }] },
  });
  await tx.db.client.updateMany({
    where: { workspaceId, id: named, deletedAt: null },
    data: { deletedAt: tx.now, archivedBy: erasedBy },
  });
  await tx.db.client.updateMany({
    where: { workspaceId, id: named },
    data: {
      name: null,
      surname: null,
      phone: null,
      email: null,
      address: null,
      city: null,
      country: null,
      code: null,
      avatarUrl: null,
      externalClientId: null,
      tags: [],
      stageId: null,
      defaultAgentId: null,
      patchedAt: tx.now,
    },
  });
}

/** Deletes an import's messages about refused rows that contain one of these words. The row number stays. */
export async function forgetRowErrors(ctx: Ctx, words: readonly string[]): Promise<void> {
  await ctx.db.$executeRaw`
    update "ImportJobRowError" e set message = 'The contact was erased'
    where e."workspaceId" = ${ctx.workspaceId}
      and exists (select from unnest(${[...words]}::text[]) w where position(lower(w) in lower(e.message)) > 0)`;
}

/** The words that identify a person in texts without an id. */
type PersonWords = {
  /** Numbers, addresses and ids on channels: each identifies exactly this person. */
  addresses: string[];
  /** The addresses, plus names, which other people may share. */
  all: string[];
};

/** Minimum length in characters. A shorter word would match almost every text. */
const SHORTEST = 3;
const SHORTEST_ADDRESS = 5;

/** The words of these contacts. Call it before they are deleted. */
export async function wordsOf(ctx: Ctx, clientIds: readonly string[]): Promise<PersonWords> {
  const { workspaceId } = ctx;
  const clients = await ctx.db.client.findMany({ where: { workspaceId, id: { in: [...clientIds] } } });
  const identities = await ctx.db.clientIdentity.findMany({
    where: { workspaceId, clientId: { in: [...clientIds] } },
    select: { externalId: true },
  });
  const toldNames = await ctx.db.toldName.findMany({
    where: { workspaceId, clientId: { in: [...clientIds] } },
    select: { externalId: true },
  });
  const addresses = [
    ...clients.flatMap(({ phone, email, externalClientId }) => [
      phone,
      phone?.replace(/^\+/, ""),
      email,
      externalClientId,
    ]),
    ...[...identities, ...toldNames].map(({ externalId }) => externalId),
  ];
  const names = clients.flatMap(({ name, surname }) => [name, surname]);
  return {
    addresses: wordsAbove(addresses, SHORTEST_ADDRESS),
    all: wordsAbove([...addresses, ...names], SHORTEST),
  };
}

function wordsAbove(words: readonly (string | null | undefined)[], shortest: number): string[] {
  return [...new Set(words.flatMap((word) => (word && word.trim().length >= shortest ? [word.trim()] : [])))];
}
