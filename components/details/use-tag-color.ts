"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Tag, TagType } from "../inbox/documents.ts";
import { tagsQuery } from "../inbox/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { colorFor, type TagColor } from "../ui/tag-colors.ts";

/** The colours of one type's tags by their text. */
export function useTagColor(type: TagType): (tag: string) => TagColor {
  const { data: tags } = useQuery(tagsQuery(useWorkspaceId(), type));
  return useMemo(() => colorOfTag(tags), [tags]);
}

/** @param tags those of one type; undefined: not loaded yet, so that no choice is known. */
export function colorOfTag(tags: readonly Tag[] | undefined): (tag: string) => TagColor {
  const chosen = new Map(tags?.map(({ tag, color }) => [tag, color]));
  return (tag) => chosen.get(tag) ?? colorFor(tag);
}
