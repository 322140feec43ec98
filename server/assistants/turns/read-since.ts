import type { Ctx } from "../../ctx.ts";
import type { Scene } from "./read-turn.ts";

/** What happened to the client's messages while the assistant was thinking. */
export type Since = {
  /** The client wrote more: that is the next turn's. */
  hasMore: boolean;
  /** Some of the question was edited or taken back … */
  isChanged: boolean;
  /** … or all of it was taken back. */
  isTakenBack: boolean;
  /** Something that the assistant was shown was taken back. */
  isForgotten: boolean;
};

/** @param tx the transaction of the answer, with the conversation's row locked: nothing is written into it meanwhile. */
export async function readSince(tx: Ctx, { conv, burst, seen }: Scene): Promise<Since> {
  const ids = seen.map(({ id }) => id);
  const lastSeq = burst.at(-1)?.seq ?? 0;
  const rows = await tx.db.$queryRaw<Row[]>`
    select m.id, m.content, m.caption, m."removedAt" is not null as "isRemoved", false as "isMore" from "Message" m
    where m."workspaceId" = ${tx.workspaceId} and m.id = any(${ids}::uuid[])
    union all
    select m.id, '', null, m."removedAt" is not null, true from "Message" m
    where m."workspaceId" = ${tx.workspaceId} and m."convId" = ${conv.id}::uuid and m.seq > ${lastSeq} and not m."isAgent"
      -- What somebody else has answered since is no longer open.
      and not exists (select from "Message" o where o."workspaceId" = m."workspaceId" and o."convId" = m."convId" and o.seq > m.seq
        and o."isAgent" and o.type <> 'note' and o."aiId" is null)`;
  const now = new Map(rows.flatMap((row) => (row.isMore ? [] : [[row.id, row] as const])));
  const isOther = ({ id, content, caption, removedAt }: Scene["seen"][number]) => {
    const row = now.get(id);
    return !row || row.content !== content || row.caption !== caption || row.isRemoved !== (removedAt !== null);
  };
  return {
    hasMore: rows.some(({ isMore }) => isMore),
    isChanged: burst.some(isOther),
    isTakenBack: burst.every(({ id }) => now.get(id)?.isRemoved !== false),
    isForgotten: seen.some(({ id, removedAt }) => removedAt === null && now.get(id)?.isRemoved !== false),
  };
}

type Row = { id: string; content: string; caption: string | null; isRemoved: boolean; isMore: boolean };
