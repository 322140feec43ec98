"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { gqlRequest } from "../graphql/gql-request.ts";
import { CONV_ROWS } from "../inbox/documents.ts";
import { paths } from "../paths.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import type { PaletteItem } from "./palette-items.ts";

const TYPING_MS = 120;
/** A single letter would match everyone. */
const LEAST_LETTERS = 2;
const MOST = 8;

/**
 * Conversations by contact name, searched by the service while the person types. The last line continues the search in the
 * inbox.
 */
export function usePalettePeople(query: string) {
  const t = useTranslations("keys.palette");
  const router = useRouter();
  const workspaceId = useWorkspaceId();
  const view = useSearchParams().get("view");
  const hasInbox = useViewer()?.plan !== "GATEWAY";
  const [search] = useDebouncedValue(query.trim(), TYPING_MS);
  const isAsked = hasInbox && query.trim().length >= LEAST_LETTERS;
  const found = useQuery({
    queryKey: ["palette", workspaceId, search],
    queryFn: async ({ signal }) =>
      (await gqlRequest(CONV_ROWS, { workspaceId, search, first: MOST }, { signal })).convRows.nodes,
    enabled: isAsked && search.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const people = (isAsked ? (found.data ?? []) : []).map((row): PaletteItem => ({
    key: `conv:${row.id}`,
    section: "people",
    label: row.clientName,
    detail: row.ended ? `${row.integrationName} · ${t("ended")}` : row.integrationName,
    // The list keeps the view that its address names.
    run: () => router.push(paths.inbox(workspaceId, row.id, view ? `view=${view}` : undefined)),
  }));
  const words = query.trim();
  const inInbox: PaletteItem = {
    key: "search",
    section: "people",
    label: t("searchAll", { words }),
    run: () => router.push(paths.inbox(workspaceId, undefined, new URLSearchParams({ q: words }).toString())),
  };
  return {
    items: isAsked ? [...people, inInbox] : [],
    isSearching: isAsked && (found.isFetching || search !== words),
    isFailed: isAsked && found.isError,
  };
}
