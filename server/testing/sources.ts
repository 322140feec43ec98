import { createAi } from "../assistants/create-ai.ts";
import { database } from "../db.ts";
import { createUpload } from "../uploads/create-upload.ts";
import { testCtx } from "./factories.ts";
import { askApp } from "./ask-app.ts";

/** Uploads a source of knowledge through its upload address. Returns the file's name. */
export async function uploadSource(workspaceId: number, bytes: Uint8Array, contentType: string): Promise<string> {
  const input = { contentType, purpose: "knowledge" as const };
  const { fileName, uploadUrl } = await createUpload(testCtx(workspaceId), input);
  const body = new Uint8Array(bytes);
  const stored = await askApp(new Request(uploadUrl, { method: "PUT", body }));
  if (stored.status !== 201) throw new Error(`refused: ${stored.status} ${await stored.text()}`);
  return fileName;
}

/** A built-in assistant with these uploaded files. Returns the ids of its sources, which are not read yet. */
export async function createBot(workspaceId: number, files: readonly string[]): Promise<string[]> {
  const sources = files.map((fileName) => ({ kind: "file", fileName }));
  const input = { name: "Otto", type: "builtIn" as const, integrationProperties: { sources } };
  const { id: aiId } = await createAi(testCtx(workspaceId), input);
  const rows = await database().knowledgeSource.findMany({ where: { workspaceId, aiId }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** The number of passages of each source, by its id. */
export async function countPassages(workspaceId: number): Promise<Map<string, number>> {
  const groups = await database().knowledgePassage.groupBy({
    by: ["sourceId"],
    where: { workspaceId },
    _count: { _all: true },
  });
  return new Map(groups.map(({ sourceId, _count }) => [sourceId, _count._all]));
}
