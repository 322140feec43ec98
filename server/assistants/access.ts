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

export async function assistantOr404(ctx: Ctx, id: string): Promise<Assistant> {
  const assistant = await ctx.db.assistant.findFirst({ where: { workspaceId: ctx.workspaceId, id, deletedAt: null } });
  if (!assistant) throw notFound("assistant");
  return assistant;
}

/** Like assistantOr404, and locks the row until the transaction ends, so that concurrent changes run one after the other. */
export async function lockAssistant(tx: Ctx, id: string): Promise<Assistant> {
  await tx.db.$queryRaw`
    select id from "Assistant" where "workspaceId" = ${tx.workspaceId} and id = ${id}::uuid for no key update`;
  return assistantOr404(tx, id);
}

type Row = Pick<Assistant, "workspaceId" | "id">;

/** Stores integrationProperties encrypted and bound to their row. Decrypted, they have the shape of their type (PROPERTIES). */
function sealing(table: "Assistant" | "AssistantVersion") {
  const placeOf = ({ workspaceId, id }: Row): SecretPlace => ({ workspaceId, table, id, field: "properties" });
  return {
    seal: (row: Row, properties: AssistantProperties) => encryptSecret(properties, placeOf(row)),
    open: async (row: Row & Pick<Assistant, "properties">) =>
      (await decryptSecret(row.properties, placeOf(row))) as AssistantProperties,
  };
}

export const { seal: sealProperties, open: propertiesOf } = sealing("Assistant");
export const { seal: sealPropertiesOfVersion, open: propertiesOfVersion } = sealing("AssistantVersion");

/** integrationProperties for responses: secrets are write-only. */
export async function maskedPropertiesOf(row: Row & Pick<Assistant, "properties">): Promise<AssistantProperties> {
  return maskProperties(await propertiesOf(row));
}

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

/** @param aiId of an assistant that the caller has already found. */
export async function versionOr404(ctx: Ctx, aiId: string, id: string): Promise<AssistantVersion> {
  const version = await ctx.db.assistantVersion.findFirst({ where: { workspaceId: ctx.workspaceId, aiId, id } });
  if (!version) throw notFound("version");
  return version;
}

/** The version that is prepared to go live. null: there is no draft. */
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
