"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Tag, TagType } from "../inbox/documents.ts";
import { tagsQuery } from "../inbox/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { colorFor, colorOf, type TagColor } from "../ui/tag-colors.ts";

/** The colours of one type's tags by their text. */
export function useTagColor(type: TagType): (tag: string) => TagColor {
  const { data: tags } = useQuery(tagsQuery(useWorkspaceId(), type));
  return useMemo(() => colorOfTag(tags), [tags]);
}

/** @param tags those of one type; undefined: not loaded yet, so that no choice is known. */
export function colorOfTag(tags: readonly Tag[] | undefined): (tag: string) => TagColor {
  const colors = new Map(tags?.map((each) => [each.tag, colorOf(each)]));
  return (tag) => colors.get(tag) ?? colorFor(tag);
}
