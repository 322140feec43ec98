import { verb } from "../verb.ts";
import { repliesOf } from "./access.ts";

/** The replies that the caller may use, the team's and their own, by shortcut. At most MOST_REPLIES of each. */
export const listCannedReplies = verb({ may: "USE_CONVS" }, (ctx) =>
  ctx.db.cannedReply.findMany({ where: repliesOf(ctx), orderBy: [{ shortcut: "asc" }, { id: "asc" }] }),
);
