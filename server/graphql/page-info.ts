import type { Page } from "../page.ts";
import { assistantBuilder, builder } from "./builder.ts";
import type { Builder } from "./builder.ts";

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
        description: "Rows that match the filters, all pages together. Worked out only when it is selected.",
        resolve: (pageInfo) => pageInfo.count(),
      }),
    }),
  });
}
