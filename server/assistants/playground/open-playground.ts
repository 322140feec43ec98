import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import type { Assistant } from "../../generated/prisma/client.ts";
import { PAGE_MAX } from "../../page.ts";
import { verb } from "../../verb.ts";
import { settingsOf } from "../../workspaces/access.ts";
import { createAi } from "../create-ai.ts";
import { listAis } from "../list-ais.ts";

/** What can be tried, and with which numbers. `builtInId` is the assistant that needs no key of anybody's. */
export type Playground = {
  ais: Assistant[];
  testNumbers: { phone: string; active: boolean }[];
  builtInId: string;
};

/**
 * The playground's door. Whoever comes first finds a built-in assistant made for the workspace (contract.md, AI assistant); two at
 * the same time make one. The newest 200 assistants are listed.
 */
export const openPlayground = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx): Promise<Playground> => {
    const builtIn = (await findBuiltIn(ctx)) ?? (await inTransaction(ctx, makeBuiltIn));
    const { nodes } = await listAis(ctx, { first: PAGE_MAX });
    const { testNumbers } = await settingsOf(ctx);
    return { ais: nodes, testNumbers, builtInId: builtIn.id };
  },
);

/** The first of them: others may be made beside it. */
function findBuiltIn({ db, workspaceId }: Ctx): Promise<{ id: string } | null> {
  return db.assistant.findFirst({
    where: { workspaceId, type: "builtIn", deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
}

async function makeBuiltIn(tx: Ctx): Promise<{ id: string }> {
  const line = `${tx.workspaceId}|built-in-assistant`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`;
  return (
    (await findBuiltIn(tx)) ??
    createAi(tx, {
      name: "Built-in assistant",
      type: "builtIn",
      // Without sources it knows nothing: whoever asks it should come to a person.
      integrationProperties: { handover: { enabled: true } },
    })
  );
}
