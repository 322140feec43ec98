import type { Page } from "../page.ts";
import { assistantBuilder, builder, rows, type Builder } from "./builder.ts";

/** What a count costs: it reads as many rows as match, but in one go and answers none of them. */
const COUNT_ROWS = 50;

/** PageInfo of the core schema. */
export const PageInfo = pageInfoOf(builder);

/** … and of the assistants'. */
export const AssistantPageInfo = pageInfoOf(assistantBuilder);

/** Paging of lists: see server/page.ts. `count` asks the database only when it is selected. */
function pageInfoOf(schema: Builder) {
  return schema.objectRef<Page<unknown>["pageInfo"]>("PageInfo").implement({
    fields: (t) => ({
      hasNextPage: t.exposeBoolean("hasNextPage"),
      endCursor: t.exposeString("endCursor", { nullable: true }),
      count: t.int({
        ...rows(COUNT_ROWS),
        description: "Rows that match the filters, all pages together. Worked out only when it is selected.",
        resolve: (pageInfo) => pageInfo.count(),
      }),
    }),
  });
}
