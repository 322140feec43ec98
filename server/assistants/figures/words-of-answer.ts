import type { Ctx } from "../../ctx.ts";
import { gathered } from "../../gathered.ts";
import type { AssistantAnswer } from "../../generated/prisma/client.ts";
import type { MessageType } from "../../generated/prisma/enums.ts";
import { wordsOf } from "../message-words.ts";

const BURST_MAX = 30;

type Said = { answerId: string; isAnswer: boolean; type: MessageType; content: string; caption: string | null };

/** The messages that it answered and the text sent to the contact, one line each. Empty if there was none, or it was taken back. */
type Words = { question: string; answer: string };

/** The text of an answer. The caller has already checked access. */
export const wordsOfAnswer = gathered<AssistantAnswer, Words>(async (ctx, rows) => {
  const said = await saidIn(ctx, rows);
  const words = (id: string, isAnswer: boolean) =>
    (said.get(id) ?? [])
      .filter((each) => each.isAnswer === isAnswer)
      .map(wordsOf)
      .join("\n");
  return rows.map(({ id }) => ({ question: words(id, false), answer: words(id, true) }));
});

/**
 * For each answer: the contact's messages since the last answered one, and the answer's message. A message that arrived during the
 * previous answer precedes that answer in the thread, but still belongs to this question. So does the message that the assistant asked
 * back about.
 */
async function saidIn({ db, workspaceId }: Ctx, rows: readonly AssistantAnswer[]): Promise<Map<string, Said[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await db.$queryRaw<Said[]>`
    select a.id as "answerId", said.*
    from "AssistantAnswer" a
    join "Message" asked on asked."workspaceId" = a."workspaceId" and asked.id = a."clientMessageId"
    cross join lateral (
      select greatest(
        (select answered.seq from "AssistantAnswer" before
          join "Message" answered on answered."workspaceId" = before."workspaceId" and answered.id = before."clientMessageId"
          where before."workspaceId" = a."workspaceId" and before."convId" = a."convId" and before."createdAt" < a."createdAt"
            and before.outcome not in ('dropped', 'askedBack') and answered.seq < asked.seq
          order by before."createdAt" desc limit 1),
        (select by_people.seq from "Message" by_people
          where by_people."workspaceId" = a."workspaceId" and by_people."convId" = a."convId" and by_people.seq < asked.seq
            and by_people."isAgent" and by_people."aiId" is null and by_people.type <> 'note'
          order by by_people.seq desc limit 1),
        0) as seq
    ) until
    cross join lateral (
      (select false as "isAnswer", type, content, caption, seq from "Message" m
        where m."workspaceId" = a."workspaceId" and m."convId" = a."convId" and m.seq > until.seq and m.seq <= asked.seq
          and not m."isAgent" and m."removedAt" is null
        order by m.seq desc limit ${BURST_MAX})
      union all
      (select true, type, content, caption, seq from "Message" m
        where m."workspaceId" = a."workspaceId" and m.id = a."messageId" and m."removedAt" is null)
    ) said
    where a."workspaceId" = ${workspaceId} and a.id = any(${ids}::uuid[])
    order by a.id, said.seq`;
  return Map.groupBy(found, ({ answerId }) => answerId);
}
