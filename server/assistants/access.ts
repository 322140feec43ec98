import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Assistant, AssistantVersion } from "../generated/prisma/client.ts";
import { maskProperties, type AssistantProperties } from "./assistant-properties.ts";

/**
 * The assistant of this id.
 * @throws AppError NOT_FOUND, for a deleted one and one of another workspace too.
 */
export async function assistantOr404(ctx: Ctx, id: string): Promise<Assistant> {
  const assistant = await ctx.db.assistant.findFirst({ where: { workspaceId: ctx.workspaceId, id, deletedAt: null } });
  if (!assistant) throw notFound("assistant");
  return assistant;
}

/**
 * The same, with its row locked until the transaction ends: of two changes of what it is, one waits for the other.
 * @throws AppError NOT_FOUND
 */
export async function lockAssistant(tx: Ctx, id: string): Promise<Assistant> {
  await tx.db.$queryRaw`
    select id from "Assistant" where "workspaceId" = ${tx.workspaceId} and id = ${id}::uuid for no key update`;
  return assistantOr404(tx, id);
}

type Row = Pick<Assistant, "workspaceId" | "id">;

/** Encrypts integrationProperties, bound to their row. */
export function sealProperties(row: Row, properties: AssistantProperties): Promise<string> {
  return encryptSecret(properties, placeOf(row));
}

/** integrationProperties of an assistant, in the shape of its type (PROPERTIES). */
export async function propertiesOf(row: Row & Pick<Assistant, "properties">): Promise<AssistantProperties> {
  return (await decryptSecret(row.properties, placeOf(row))) as AssistantProperties;
}

/** The same for answers: secrets are write-only. */
export async function maskedPropertiesOf(row: Row & Pick<Assistant, "properties">): Promise<AssistantProperties> {
  return maskProperties(await propertiesOf(row));
}

type VersionRow = Pick<AssistantVersion, "workspaceId" | "id">;

/** Encrypts integrationProperties of a version, bound to its row. */
export function sealPropertiesOfVersion(row: VersionRow, properties: AssistantProperties): Promise<string> {
  return encryptSecret(properties, placeOfVersion(row));
}

/** integrationProperties of one version of an assistant. */
export async function propertiesOfVersion(
  row: VersionRow & Pick<AssistantVersion, "properties">,
): Promise<AssistantProperties> {
  return (await decryptSecret(row.properties, placeOfVersion(row))) as AssistantProperties;
}

function placeOf({ workspaceId, id }: Row): SecretPlace {
  return { workspaceId, table: "Assistant", id, field: "properties" };
}

function placeOfVersion({ workspaceId, id }: VersionRow): SecretPlace {
  return { workspaceId, table: "AssistantVersion", id, field: "properties" };
}
