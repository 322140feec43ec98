import { extract } from "../readers/formats/document.ts";
import { insertPassages } from "../assistants/knowledge/read-source.ts";
import { passages } from "../readers/text/passages.ts";
import type { ContextMessage, Turn } from "../assistants/engine.ts";
import { database } from "../db.ts";
import { testCtx } from "./factories.ts";

export type TestFile = { name: string; mediaType: string; bytes: Buffer };

/**
 * A built-in assistant with these files as its sources, each read and cut as in the product, without its jobs. `sourceKeys` are
 * the files' names; `nameOf` returns the file name for a source id.
 */
export async function createTestKnowledge(workspaceId: number, files: readonly TestFile[]) {
  const db = database();
  const { id: aiId } = await db.assistant.create({
    data: { workspaceId, name: "Otto", type: "builtIn", properties: "" },
  });
  const nameOf = new Map<string, string>();
  for (const { name, mediaType, bytes } of files) {
    const { title, blocks } = await extract(bytes, mediaType, name);
    const source = await db.knowledgeSource.create({
      data: { workspaceId, aiId, key: name, kind: "file", title: title ?? name, state: "ready", changedAt: new Date() },
    });
    nameOf.set(source.id, name);
    const place = { sourceId: source.id, pageId: null, title: source.title, firstPosition: 0 };
    await insertPassages(testCtx(workspaceId), place, passages(blocks));
  }
  return { workspaceId, aiId, sourceKeys: [...nameOf.values()], nameOf };
}

/** A turn with this message from the contact, after the earlier messages. */
export function testTurn(
  place: { workspaceId: number; aiId: string },
  said: readonly (string | { assistant: string })[],
  more: Partial<Turn> = {},
): Turn {
  const messages = said.map((line): ContextMessage => {
    const [role, content] =
      typeof line === "string" ? (["client", line] as const) : (["assistant", line.assistant] as const);
    return { role, type: "text", content, url: null, createdAt: new Date() };
  });
  const { workspaceId, aiId } = place;
  const signal = AbortSignal.timeout(20_000);
  return { workspaceId, aiId, convId: "conv", clientId: "client", key: "turn", messages, known: {}, signal, ...more };
}
