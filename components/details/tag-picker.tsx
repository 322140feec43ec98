"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { TagType } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { Picker } from "./picker.tsx";
import { tagsQuery } from "../inbox/queries.ts";
import { ColorDot } from "../ui/tag.tsx";
import { colorOf, type TagColor } from "../ui/tag-colors.ts";
import { useTagColor } from "./use-tag-color.ts";

type Props = {
  type: TagType;
  tags: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (tags: string[]) => void;
  children: (toggle: () => void) => ReactNode;
};

/** Adds and removes tags by typing. An unknown word becomes a new tag. */
export function TagPicker({ type, tags, isOpen, onOpenChange, onChange, children }: Props) {
  const t = useTranslations("inbox.pickers");
  const { workspaceId } = useInbox();
  const known = useQuery(tagsQuery(workspaceId, type)).data ?? [];
  const tagColor = useTagColor(type);
  const values = [...new Set([...tags, ...known.map((tag) => tag.tag)])];
  return (
    <Picker
      label={t("tag")}
      options={
        isOpen ? values.map((value) => ({ value, label: value, left: <ColorDot color={tagColor(value)} /> })) : []
      }
      chosen={tags}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={(tag) => onChange(tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag])}
      onCreate={(tag) => onChange([...tags, tag])}
      emptyText={t("noTags")}
      multiple
    >
      {children}
    </Picker>
  );
}

type StageProps = Omit<Props, "tags" | "onChange" | "children"> & {
  stageId: string | null;
  onChange: (stageId: string | null) => void;
  children: (toggle: () => void, stage: { name: string; color: TagColor } | null) => ReactNode;
};

/** Chooses one of the workspace's stages, or none. */
export function StagePicker({ type, stageId, isOpen, onOpenChange, onChange, children }: StageProps) {
  const t = useTranslations("inbox.pickers");
  const { workspaceId } = useInbox();
  const stages = useQuery(tagsQuery(workspaceId, type)).data ?? [];
  const inOrder = [...stages].sort(
    (a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || a.tag.localeCompare(b.tag),
  );
  const chosen = stages.find((stage) => stage.id === stageId) ?? null;
  return (
    <Picker
      label={t("stage")}
      options={[
        ...inOrder.map((stage) => ({
          ...{ value: stage.id, label: stage.tag },
          left: <ColorDot color={colorOf(stage)} />,
        })),
        { value: "", label: t("noStage"), left: <ColorDot color={null} /> },
      ]}
      chosen={[stageId ?? ""]}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={(id) => onChange(id || null)}
      emptyText={t("noSuchStage")}
    >
      {(toggle) => children(toggle, chosen && { name: chosen.tag, color: colorOf(chosen) })}
    </Picker>
  );
}
