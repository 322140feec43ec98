import { z } from "zod";
import { badInput } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { ApiParameter } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { CONV_FILTER_FIELDS, CONV_FILTER_OPS, type ConvFilter } from "../views/conv-filter.ts";
import { CONV_VIEWS } from "../conversations/conv-view.ts";
import { exportConvs } from "../views/export-convs.ts";
import type { ConvChoice } from "../views/list-conv-rows.ts";
import { idOrNil, mended, refuseNul } from "../text-rules.ts";
import { csvAnswer, csvApi } from "./csv-reply.ts";
import { say } from "../say.ts";
import { saidBy } from "../saying.ts";

const FILTER = z.strictObject({
  any: z.array(
    z.strictObject({
      all: z.array(
        z.strictObject({
          field: z.enum(CONV_FILTER_FIELDS),
          op: z.enum(CONV_FILTER_OPS),
          values: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** The filters of the query `convRows`, with the same names. */
const FILTERS: Record<keyof ConvChoice, ApiParameter> = {
  view: `One of ${CONV_VIEWS.join(", ")}`,
  filter: "The same structure as JSON",
  ids: { says: "Only these", isList: true },
  search: "Part of the contact's name, phone number or id",
  integrationId: "The channel",
  tags: { says: "All of these", isList: true },
  stageId: "The conversation stage",
  clientId: "The contact",
};

export const exportConversationsApi = csvApi("Download conversations as CSV", FILTERS);

/**
 * GET /export/conversations?workspaceId=N: the conversations that the caller may see, as CSV, for a session or a key. The
 * filters have the names of the query `convRows`: `view`, `search`, `integrationId`, `stageId`, `clientId`. `ids` and `tags`
 * may be repeated. `filter` is the same structure as JSON.
 */
export function exportConversations(call: Call): Promise<Answer> {
  return csvAnswer(call, "conversations", (ctx, query) => exportConvs(ctx, choiceOf(query)));
}

function choiceOf(query: URLSearchParams): ConvChoice {
  const values = Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)]));
  refuseNul(values, []);
  const id = (key: string) => (query.get(key) ? idOrNil(query.get(key) ?? "") : null);
  const list = (key: string) => (query.has(key) ? query.getAll(key) : null);
  const asked = query.get("view");
  const view = CONV_VIEWS.find((each) => each === asked) ?? null;
  if (asked && view === null)
    throw badInput("view", say("service.isOneOf", { field: "view", values: CONV_VIEWS.join(", ") }));
  return {
    view,
    filter: filterOf(query.get("filter")),
    ids: list("ids")?.map(idOrNil) ?? null,
    search: query.get("search") || null,
    integrationId: id("integrationId"),
    tags: list("tags"),
    stageId: id("stageId"),
    clientId: id("clientId"),
  };
}

function filterOf(text: string | null): ConvFilter | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badInput("filter", say("service.filter"));
  }
  refuseNul(value, ["filter"]);
  const parsed = FILTER.safeParse(mended(value));
  const [problem] = parsed.error?.issues ?? [];
  if (!parsed.success)
    throw badInput(["filter", ...(problem?.path ?? [])].join("."), problem ? saidBy(problem) : say("service.filter"));
  return parsed.data;
}
