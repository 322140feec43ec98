"use client";

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useInbox } from "../inbox/inbox-context.tsx";
import { Picker } from "../details/picker.tsx";
import { tagsQuery } from "../inbox/queries.ts";

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isRemoving: boolean;
  onApply: (tags: string[]) => void;
};

/** Adds tags to many conversations, or removes them. The agent chooses tags first, then applies them. */
export function BulkTags({ isOpen, onOpenChange, isRemoving, onApply }: Props) {
  const t = useTranslations("bulk.bar");
  const { workspaceId } = useInbox();
  const known = useQuery({ ...tagsQuery(workspaceId, "conversation"), enabled: isOpen }).data ?? [];
  const [chosen, setChosen] = useState<string[]>([]);
  const values = [...new Set([...chosen, ...known.map(({ tag }) => tag)])];
  const title = t(isRemoving ? "untag" : "tag");

  return (
    <Picker
      label={t("findTag")}
      options={values.map((value) => ({ value, label: value }))}
      chosen={chosen}
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) setChosen([]);
        onOpenChange(next);
      }}
      onPick={(tag) => setChosen(chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag])}
      {...(isRemoving ? {} : { onCreate: (tag: string) => setChosen([...chosen, tag]) })}
      emptyText={t("noTags")}
      footer={
        <Button fullWidth size="compact-md" disabled={chosen.length === 0} onClick={() => onApply(chosen)}>
          {title}
        </Button>
      }
      multiple
    >
      {(toggle) => (
        <Tooltip label={t("tag")} disabled={isOpen}>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t("tag")} onClick={toggle}>
            <IconTag size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Picker>
  );
}
