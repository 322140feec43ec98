import { SORTS, VIEWS, type ConvSort, type ConvView, type RowFilter } from "../list/conv-rows.ts";
import type { ConvQuery } from "../list/conv-query.ts";
import { namesState, type ConvFilter } from "../list/resolve-query.ts";

const DEFAULT_SORT: Partial<Record<ConvView, ConvSort>> = {
  needsReply: "slaDue",
  windowClosing: "windowClosing",
};

/** The contents of the inbox's address, apart from the open conversation. */
type InboxAddress = {
  view: ConvView;
  sort: ConvSort;
  /** The conditions and words of the search field, as written. */
  search: string;
  channelId: string | null;
  tag: string | null;
  messageId: string | null;
};

/** Whether an address leaves the view to the person's choice: it names neither a view nor conditions. */
export function opensByChoice(params: URLSearchParams): boolean {
  return !["view", "q", "channel", "tag"].some((name) => params.get(name));
}

/** @param opensWith the view that the person has chosen for an inbox that is opened without one. */
export function readAddress(params: URLSearchParams, opensWith: ConvView): InboxAddress {
  const asked = params.get("view") ?? (opensByChoice(params) ? opensWith : null);
  const view = VIEWS.find((known) => known === asked) ?? "all";
  return {
    view,
    sort: SORTS.find((known) => known === params.get("sort")) ?? DEFAULT_SORT[view] ?? "newest",
    search: params.get("q") ?? "",
    channelId: params.get("channel"),
    tag: params.get("tag"),
    messageId: params.get("message"),
  };
}

type Asked = { query: ConvQuery; filter: ConvFilter | null; isPending: boolean };

/** The list filter of an address. */
export function rowFilterOf(
  address: Pick<InboxAddress, "view" | "sort" | "channelId" | "tag">,
  asked: Asked,
): RowFilter {
  const { view, sort, channelId, tag } = address;
  return {
    // A condition on open or ended replaces the "all open" view.
    view: view === "all" && namesState(asked.query) ? null : view,
    sort,
    ...(asked.filter ? { filter: asked.filter } : {}),
    ...(asked.isPending ? { isPending: true } : {}),
    integrationId: channelId,
    tags: tag ? [tag] : null,
  };
}
