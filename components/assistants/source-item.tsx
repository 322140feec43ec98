"use client";

import { ActionIcon, Anchor, Badge, Loader, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  IconDots,
  IconFileText,
  IconGitCompare,
  IconNotes,
  IconPencil,
  IconRefresh,
  IconTextCaption,
  IconTrash,
  IconWorld,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done, failed } from "../ui/toasts.tsx";
import classes from "./assistants.module.css";
import type { Assistant } from "./queries.ts";
import { readSiteChange, siteChangeWords } from "./site-change.ts";
import type { Opened } from "./source-drawer.tsx";
import { isUnderWay, refreshSource, sourcesQuery, type Source } from "./source-queries.ts";
import { SourceState } from "./source-state.tsx";
import { positionOf } from "./sources.ts";

const ICONS: Record<string, typeof IconNotes> = { file: IconFileText, text: IconNotes, site: IconWorld };

type Props = {
  source: Source;
  assistant: Assistant;
  onOpen: (opened: Opened) => void;
  onRemove: (source: Source) => void;
};

/** One source with its state and actions. */
export function SourceItem({ source, assistant, onOpen, onRemove }: Props) {
  const { kind, title, url } = source;
  const Icon = ICONS[kind] ?? IconNotes;
  return (
    <li className={classes.source}>
      <Icon size={20} aria-hidden />
      <div className={classes.sourceWords}>
        <div className={classes.sourceHead}>
          <Anchor
            component="button"
            type="button"
            className={classes.sourceTitle}
            underline="hover"
            ta="start"
            onClick={() => onOpen({ kind: "passages", source })}
          >
            <bdi>{title}</bdi>
          </Anchor>
          <DraftBadge source={source} assistant={assistant} />
        </div>
        {url && url !== title ? <div className={classes.sourceAddress}>{url}</div> : null}
        <div className={classes.sourceState} data-bad={source.state === "failed" || undefined} role="status">
          {isUnderWay(source) ? <Loader size={14} aria-hidden /> : null}
          <span>
            <SourceState source={source} />
          </span>
        </div>
      </div>
      <SourceMenu source={source} assistant={assistant} onOpen={onOpen} onRemove={onRemove} />
    </li>
  );
}

/** Marks a source that is only in the draft or only live. */
function DraftBadge({ source, assistant }: Pick<Props, "source" | "assistant">) {
  const t = useTranslations("knowledge");
  if (!assistant.draft || (source.livePosition !== null && source.draftPosition !== null)) return null;
  return (
    <Badge variant="light" color="yellow" size="sm">
      {source.livePosition === null ? t("inDraft") : t("notInDraft")}
    </Badge>
  );
}

function SourceMenu({ source, assistant, onOpen, onRemove }: Props) {
  const t = useTranslations("knowledge");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { id, kind, title, lastChange } = source;
  const refresh = useMutation({
    mutationFn: () => refreshSource(workspaceId, assistant.id, id),
    onSuccess: () => {
      done(t("menu.refreshed", { title }));
      return queryClient.invalidateQueries({ queryKey: sourcesQuery(workspaceId, assistant.id).queryKey });
    },
    onError: (error) => failed(t("menu.notRefreshed", { title }), error),
  });
  const isEditable = positionOf(source, assistant) !== null;
  const change = siteChangeWords(readSiteChange(lastChange), t);
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("menu.label", { title })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTextCaption size={16} aria-hidden />}
          onClick={() => onOpen({ kind: "passages", source })}
        >
          {t("menu.passages")}
        </Menu.Item>
        {change ? (
          <Menu.Item
            leftSection={<IconGitCompare size={16} aria-hidden />}
            onClick={() => onOpen({ kind: "changes", source })}
          >
            {t("menu.changes")}
          </Menu.Item>
        ) : null}
        {kind === "text" && isEditable ? (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onOpen({ kind: "text", source })}
          >
            {t("menu.edit")}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={isUnderWay(source)}
          onClick={() => refresh.mutate()}
        >
          {t("menu.refresh")}
        </Menu.Item>
        {isEditable ? (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onRemove(source)}>
              {t("menu.remove")}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
