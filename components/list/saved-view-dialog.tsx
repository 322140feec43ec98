"use client";

import { Checkbox, Group, Modal, Radio, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SavedView } from "./list-documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { useSavedViewChange } from "./use-saved-view-change.ts";
import { SAVED_ICONS } from "./view-icons.ts";
import classes from "./conv-list.module.css";
import { SaveForm } from "../ui/save-form.tsx";

type Props = {
  /** The view to edit, or the query of a new one. */
  view: SavedView | { query: string; sort: string | null };
  onClose: () => void;
};

/** Edits the name, icon and sharing of a new or existing view. */
export function SavedViewDialog({ view, onClose }: Props) {
  const t = useTranslations("list");
  const { viewer } = useInbox();
  const known = "id" in view ? view : null;
  const [name, setName] = useState(known?.name ?? "");
  const [icon, setIcon] = useState(known?.icon ?? "filter");
  const [isShared, setShared] = useState(known?.isShared ?? false);
  const [isSaving, setSaving] = useState(false);
  const change = useSavedViewChange();

  async function save() {
    if (name.trim() === "") return;
    setSaving(true);
    const own = { name: name.trim(), icon };
    const isDone = known
      ? await change.patch(known, { ...own, ...(isShared === known.isShared ? {} : { isShared }) })
      : await change.create({ ...own, query: view.query, sort: view.sort, isShared });
    setSaving(false);
    if (isDone) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={known ? t("saved.rename") : t("saved.save")}>
      <SaveForm
        onSubmit={() => void save()}
        submit={t("saved.keep")}
        isBusy={isSaving}
        isDisabled={name.trim() === ""}
        onCancel={onClose}
      >
        <TextInput
          label={t("saved.name")}
          data-autofocus
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group label={t("saved.icon")} value={icon} onChange={setIcon}>
          <Group gap="sm" mt={6}>
            {Object.entries(SAVED_ICONS).map(([key, Icon]) => (
              <Radio
                key={key}
                value={key}
                aria-label={key}
                label={<Icon size={18} aria-hidden className={classes.iconChoice} />}
              />
            ))}
          </Group>
        </Radio.Group>
        {viewer.permissions.includes("MANAGE_CONVS") && (!known?.isShared || known.isMadeByMe) ? (
          <Checkbox
            label={t("saved.forAll")}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        ) : null}
      </SaveForm>
    </Modal>
  );
}
