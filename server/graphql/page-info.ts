import type { Page } from "../page.ts";
import { builder } from "./builder.ts";

/** Paging of lists: see server/page.ts. `count` asks the database only when it is selected. */
export const PageInfo = builder.objectRef<Page<unknown>["pageInfo"]>("PageInfo").implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean("hasNextPage"),
    endCursor: t.exposeString("endCursor", { nullable: true }),
    count: t.int({
      description: "Rows that match the filters, all pages together. Worked out only when it is selected.",
      resolve: (pageInfo) => pageInfo.count(),
    }),
  }),
});
