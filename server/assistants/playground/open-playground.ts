import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import type { Assistant } from "../../generated/prisma/client.ts";
import { PAGE_MAX } from "../../page.ts";
import { verb } from "../../verb.ts";
import { settingsOf } from "../../workspaces/access.ts";
import { createAi } from "../create-ai.ts";
import { listAis } from "../list-ais.ts";

/** The assistants and test numbers that can be tried. `builtInId` is the assistant that needs no API key. */
export type Playground = {
  ais: Assistant[];
  testNumbers: { phone: string; active: boolean }[];
  builtInId: string;
};

/**
 * Opens the playground. The first call creates a built-in assistant for the workspace (contract.md, AI assistant). Concurrent calls
 * create only one. Lists the newest 200 assistants.
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

/** The first built-in assistant: there may be several. */
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
      // Without sources it can answer nothing, so it must be able to hand over to a person.
      integrationProperties: { handover: { enabled: true } },
    })
  );
}
