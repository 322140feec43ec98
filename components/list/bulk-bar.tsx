"use client";

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconCheck, IconMoonStars, IconUserPlus, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState, useCallback } from "react";
import { useActions } from "../keys/use-actions.ts";
import { BulkMore } from "./bulk-more.tsx";
import { BulkTags } from "./bulk-tags.tsx";
import { convCountQuery, type Chosen, choiceOf } from "./bulk-choice.ts";
import { type BulkDeed, BULK_ACT } from "./bulk-documents.ts";
import type { RowFilter } from "./conv-rows.ts";
import { exportAddress } from "./export-address.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { ASSISTANT, NOBODY, OwnerPicker, type Owner } from "../details/owner-picker.tsx";
import { selection, useSelectedIds } from "./selection.ts";
import type { ConvRows } from "./use-conv-rows.ts";
import { SnoozePicker } from "../composer/snooze-picker.tsx";
import { StagePicker } from "../details/tag-picker.tsx";
import { useBulkTemplate } from "./use-bulk-template.ts";
import classes from "./bulk.module.css";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { bulkWatch } from "./bulk-watch.ts";

type Props = {
  list: Pick<ConvRows, "ids" | "convIds" | "convIdsOf">;
  focusedId: string | null;
  filter: RowFilter;
  /** Whether the list has more rows than the loaded ones. */
  hasMore: boolean;
};

/** Actions on the selected conversations. Renders nothing while nothing is selected. */
export function BulkBar(props: Props) {
  useSelectionKeys(props.list, props.focusedId);
  // Clear the selection when the list changes.
  const filter = JSON.stringify(props.filter);
  useEffect(() => () => selection.clear(), [filter]);
  const count = useSelectedIds().size;
  return count > 0 ? <Bar {...props} /> : null;
}

type Open = "assign" | "tag" | "untag" | "stage" | "snooze" | null;

/** The request's limit for ids. */
const IDS_MAX = 5_000;

function Bar({ list: { convIds }, filter, hasMore }: Props) {
  const t = useTranslations("bulk.bar");
  const { workspaceId, viewer } = useInbox();
  const actOn = useBulk();
  const selected = useSelectedIds();
  const [open, setOpen] = useState<Open>(null);
  const [isAll, setAll] = useState(false);
  const hasAllLoaded = convIds.length > 0 && convIds.every((id) => selected.has(id));
  const { data: total } = useQuery({ ...convCountQuery(workspaceId, filter), enabled: hasAllLoaded && hasMore });
  const takesAll = hasAllLoaded && (hasMore ? isAll : selected.size > IDS_MAX);
  const count = takesAll ? (total ?? selected.size) : selected.size;
  const handle = (name: Exclude<Open, null>) => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });

  const chosen: Chosen = takesAll ? { all: filter } : { ids: [...selected] };
  const template = useBulkTemplate();
  const mayBroadcast = viewer.permissions.includes("MANAGE_BROADCASTS");

  const isTooMany = !takesAll && selected.size > IDS_MAX;

  function act(deed: BulkDeed) {
    // The message next to the count explains it. The selection stays.
    if (isTooMany) return;
    void actOn(chosen, deed);
    selection.clear();
  }
  function give(owner: Owner) {
    if (owner === ASSISTANT) act({ kind: "assign", isAi: true });
    else act(owner === NOBODY ? { kind: "assign" } : { kind: "assign", agentId: owner.agent.id });
  }

  const label = takesAll ? t("allSelected", { count }) : t("selected", { count });
  useActions(
    {
      end: () => act({ kind: "end" }),
      endNow: () => act({ kind: "end" }),
      snooze: () => setOpen("snooze"),
      assign: () => setOpen("assign"),
      assignToMe: viewer.agentId ? () => act({ kind: "assign", agentId: viewer.agentId }) : null,
      unassign: () => act({ kind: "assign" }),
      tags: () => setOpen("tag"),
      stage: () => setOpen("stage"),
      markUnread: viewer.agentId ? () => act({ kind: "unread" }) : null,
    },
    {},
    label,
  );

  return (
    <div role="toolbar" aria-label={t("label")} className={classes.bar}>
      <span className={classes.count} role="status">
        {label}
      </span>
      {isTooMany ? (
        <span role="alert" className={classes.tooMany}>
          {t("tooMany", { most: IDS_MAX })}
        </span>
      ) : null}
      <OwnerPicker chosen={[]} {...handle("assign")} onPick={give}>
        {(toggle) => (
          <Tooltip label={t("assign")} disabled={open === "assign"}>
            <ActionIcon variant="subtle" color="gray" size={30} aria-label={t("assign")} onClick={toggle}>
              <IconUserPlus size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </OwnerPicker>
      <BulkTags
        isOpen={open === "tag" || open === "untag"}
        onOpenChange={(isOpen) => setOpen(isOpen ? (open ?? "tag") : null)}
        isRemoving={open === "untag"}
        onApply={(tags) => act({ kind: open === "untag" ? "untag" : "tag", tags })}
      />
      <SnoozePicker
        {...handle("snooze")}
        onPick={({ until }) => act({ kind: "snooze", until: until?.toISOString() ?? null })}
      >
        {(toggle) => (
          <Tooltip label={t("snooze")} disabled={open === "snooze"}>
            <ActionIcon variant="subtle" color="gray" size={30} aria-label={t("snooze")} onClick={toggle}>
              <IconMoonStars size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </SnoozePicker>
      <Button
        size="compact-sm"
        classNames={{ root: classes.end, section: classes.endMark }}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => act({ kind: "end" })}
      >
        {t("end")}
      </Button>
      <StagePicker
        type="convStage"
        stageId={null}
        {...handle("stage")}
        onChange={(stageId) => act({ kind: "stage", stageId })}
      >
        {() => (
          <BulkMore
            hasReads={viewer.agentId !== null}
            exportHref={exportAddress(workspaceId, chosen)}
            onOpen={(menu) => setOpen(menu)}
            onTemplate={mayBroadcast && !isTooMany && !template.isPending ? () => template.open(chosen) : null}
            onRead={(isRead) => act({ kind: isRead ? "read" : "unread" })}
          />
        )}
      </StagePicker>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={t("clear")} onClick={() => selection.clear()}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      {hasAllLoaded && hasMore && !takesAll && total !== undefined ? (
        <Button variant="subtle" size="compact-sm" className={classes.all} onClick={() => setAll(true)}>
          {t("selectAll", { count: total })}
        </Button>
      ) : null}
    </div>
  );
}

/** Selection by keyboard: one row, a range, or all loaded rows. Escape clears the selection before it does anything else. */
function useSelectionKeys({ ids, convIds, convIdsOf }: Props["list"], focusedId: string | null): void {
  const isEmpty = useSelectedIds().size === 0;
  useActions({
    select: focusedId ? () => selection.toggle(focusedId, convIdsOf(focusedId)) : null,
    selectRange: focusedId ? () => selection.range(focusedId, ids, convIdsOf) : null,
    selectAll: convIds.length > 0 ? () => selection.all(convIds) : null,
    ...(isEmpty ? {} : { leave: () => selection.clear() }),
  });
}

/** Starts a bulk action in the background. Every page shows its progress and its end (use-bulk-watch.tsx). */
function useBulk(): (chosen: Chosen, deed: BulkDeed) => Promise<void> {
  const { workspaceId, userId } = useInbox();
  const t = useTranslations("bulk.not");
  return useCallback(
    async (chosen, deed) => {
      try {
        const { bulkAct } = await gqlRequest(BULK_ACT, { workspaceId, deed, ...choiceOf(chosen) });
        void bulkWatch.add(bulkAct, { workspaceId, userId, isUndo: false });
      } catch (error) {
        failed(t("started"), error instanceof Error ? error : new Error(String(error)));
      }
    },
    [workspaceId, userId, t],
  );
}
