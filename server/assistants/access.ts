import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type {
  Assistant,
  AssistantVersion,
  EvalQuestion,
  EvalRun,
  KnowledgeSource,
} from "../generated/prisma/client.ts";
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

/** The same, with its row locked until the transaction ends: of two changes of what it is, one waits for the other. */
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

export function sealPropertiesOfVersion(row: VersionRow, properties: AssistantProperties): Promise<string> {
  return encryptSecret(properties, placeOfVersion(row));
}

export async function propertiesOfVersion(row: VersionRow & Pick<AssistantVersion, "properties">) {
  return (await decryptSecret(row.properties, placeOfVersion(row))) as AssistantProperties;
}

function placeOf({ workspaceId, id }: Row): SecretPlace {
  return { workspaceId, table: "Assistant", id, field: "properties" };
}

function placeOfVersion({ workspaceId, id }: VersionRow): SecretPlace {
  return { workspaceId, table: "AssistantVersion", id, field: "properties" };
}

/**
 * The golden question of this id, of an assistant that is there.
 * @throws AppError NOT_FOUND, for a deleted one too.
 */
export async function questionOr404(ctx: Ctx, id: string): Promise<EvalQuestion> {
  const where = { workspaceId: ctx.workspaceId, id, deletedAt: null, ai: { deletedAt: null } };
  const question = await ctx.db.evalQuestion.findFirst({ where });
  if (!question) throw notFound("goldenQuestion");
  return question;
}

export async function runOr404(ctx: Ctx, id: string): Promise<EvalRun> {
  const run = await ctx.db.evalRun.findFirst({ where: { workspaceId: ctx.workspaceId, id, ai: { deletedAt: null } } });
  if (!run) throw notFound("evalRun");
  return run;
}

/**
 * This version of this assistant, which the caller has found.
 * @throws AppError NOT_FOUND, for a version of another assistant too.
 */
export async function versionOr404(ctx: Ctx, aiId: string, id: string): Promise<AssistantVersion> {
  const version = await ctx.db.assistantVersion.findFirst({ where: { workspaceId: ctx.workspaceId, aiId, id } });
  if (!version) throw notFound("version");
  return version;
}

/** What is prepared to go live; null: nothing is. */
export function findDraft(ctx: Ctx, aiId: string): Promise<AssistantVersion | null> {
  return ctx.db.assistantVersion.findFirst({ where: { workspaceId: ctx.workspaceId, aiId, state: "draft" } });
}

export async function draftOr404(ctx: Ctx, aiId: string): Promise<AssistantVersion> {
  const draft = await findDraft(ctx, aiId);
  if (!draft) throw notFound("assistantDraft");
  return draft;
}

export async function sourceOr404(ctx: Ctx, aiId: string, id: string): Promise<KnowledgeSource> {
  await assistantOr404(ctx, aiId);
  const source = await ctx.db.knowledgeSource.findFirst({
    where: { workspaceId: ctx.workspaceId, aiId, id, deletedAt: null },
  });
  if (!source) throw notFound("source");
  return source;
}
