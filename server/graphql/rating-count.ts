import type { RatingCount as Row } from "../agents/agents-report.ts";
import { builder } from "./builder.ts";

export const RatingCount = builder.objectRef<Row>("RatingCount").implement({
  description: "How many clients gave a rating.",
  fields: (t) => ({ rating: t.exposeInt("rating"), count: t.exposeInt("count") }),
});
