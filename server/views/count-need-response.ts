import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";

/** Open conversations that the actor may see and whose last message, notes left out, is the contact's. */
export const countNeedResponse = verb({ may: "USE_CONVS" }, async (ctx): Promise<number> => {
  return ctx.db.conversation.count({ where: { AND: [convsVisibleTo(ctx), { needsResponse: true, ended: false }] } });
});
