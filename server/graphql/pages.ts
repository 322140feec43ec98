import type { ObjectRef } from "@pothos/core";
import type { Page } from "../page.ts";
import { assistantBuilder, builder, rows, type Builder, type SchemaTypes } from "./builder.ts";

/** The cost of a count. It reads all matching rows, but in one scan and without returning them. */
const COUNT_ROWS = 50;

/** Paging of lists: see server/page.ts. `count` queries the database only when it is selected. */
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

const pageInfo = new Map([builder, assistantBuilder].map((schema) => [schema, pageInfoOf(schema)]));

/** A page of rows of one type: `Tag` → `TagPage`. */
export function pageOf<Row>(schema: Builder, node: ObjectRef<SchemaTypes, Row>, name = `${node.name}Page`) {
  return schema.objectRef<Page<Row>>(name).implement({
    fields: (t) => ({
      nodes: t.field({ type: [node], resolve: (page) => page.nodes }),
      pageInfo: t.field({ type: pageInfo.get(schema)!, resolve: (page) => page.pageInfo }),
    }),
  });
}

/** All rows of one type: `Tag` → `TagList`. */
export function listOf<Row>(schema: Builder, node: ObjectRef<SchemaTypes, Row>, name = `${node.name}List`) {
  return schema.objectRef<Row[]>(name).implement({
    fields: (t) => ({ nodes: t.field({ type: [node], resolve: (rows) => rows }) }),
  });
}
