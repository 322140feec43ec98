import type { KnowledgePassage } from "../../generated/prisma/client.ts";
import { readPage, toPage, type Page, type PageInput } from "../../page.ts";
import { verb } from "../../verb.ts";
import { sourceOr404 } from "../access.ts";

export type AIPassagesInput = PageInput & { aiId: string; sourceId: string };

export type PassageView = Pick<KnowledgePassage, "id" | "position" | "heading" | "content" | "language"> & {
  pageUrl: string | null;
};

/** The passages of a source as the search sees them, in reading order. */
export const listAiPassages = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: AIPassagesInput): Promise<Page<PassageView>> => {
    const { size, take, cursor } = readPage(input);
    const { id: sourceId } = await sourceOr404(ctx, input.aiId, input.sourceId);
    const where = { workspaceId: ctx.workspaceId, sourceId };
    // A passage has no time of its own, so the cursor's time holds its position. A real time comes from another list's cursor.
    const after = cursor && cursor.at.getTime() < 2 ** 31 ? cursor.at.getTime() : -1;
    const rows = await ctx.db.knowledgePassage.findMany({
      where: { ...where, position: { gt: after } },
      select: {
        id: true,
        position: true,
        heading: true,
        content: true,
        language: true,
        page: { select: { url: true } },
      },
      orderBy: { position: "asc" },
      take,
    });
    return toPage(
      rows.map(({ page, ...row }) => ({ ...row, pageUrl: page?.url ?? null })),
      size,
      ({ position, id }) => ({ at: new Date(position), id }),
      () => ctx.db.knowledgePassage.count({ where }),
    );
  },
);
