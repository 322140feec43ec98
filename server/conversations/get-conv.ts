import DataLoader from "dataloader";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { withoutRequestContext } from "../observe/request-context.ts";
import { verb } from "../verb.ts";
import { visibleConvSql } from "../auth/conv-scope.ts";
import type { ConvShown } from "./conv-parts.ts";
import { readShownConvs, SHOWN_COLUMNS } from "./shown-convs.ts";

type Asked = { ctx: Ctx; id: string };

/**
 * Combines requests of the same event-loop turn into one statement if their callers have the same access. Nothing is cached.
 */
const together = new DataLoader<Asked, ConvShown | null>(readTogether, {
  cache: false,
  maxBatchSize: 100,
  batchScheduleFn: (run) => withoutRequestContext(() => setImmediate(run)),
});

/**
 * One conversation.
 * @throws AppError NOT_FOUND
 */
export const getConv = verb({ may: "USE_CONVS" }, async (ctx, { id }: { id: string }): Promise<ConvShown> => {
  const asked = { ctx, id };
  const [conv] = ctx.wakes ? await readTogether([asked]) : [await together.load(asked)];
  if (!conv) throw notFound("conversation");
  return conv;
});

async function readTogether(asked: readonly Asked[]): Promise<(ConvShown | null)[]> {
  const found = new Map<Asked, ConvShown>();
  const alike = Map.groupBy(asked, ({ ctx }) => {
    const { strings, values } = visibleConvSql(ctx);
    return JSON.stringify([strings, values]);
  });
  await Promise.all(
    [...alike.values()].map(async (group) => {
      const convs = new Map((await readVisible(group)).map((conv) => [conv.id, conv]));
      for (const one of group) {
        const conv = convs.get(one.id);
        if (conv) found.set(one, conv);
      }
    }),
  );
  return asked.map((one) => found.get(one) ?? null);
}

/** @param asked requests of callers with the same access. */
async function readVisible(asked: readonly Asked[]): Promise<ConvShown[]> {
  const [first] = asked;
  if (!first) return [];
  const ids = asked.map(({ id }) => id);
  return readShownConvs(
    first.ctx,
    Prisma.sql`select ${SHOWN_COLUMNS} from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
      join "Conversation" c on c.id = asked.id where ${visibleConvSql(first.ctx)} and ${Prisma.raw(fewRows("asked.place"))}`,
  );
}
