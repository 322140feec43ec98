"use client";

import { ActionIcon, Button, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconRotate } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState, type KeyboardEvent } from "react";
import { conflictsOf, type ActionId, type KeyMap } from "../keys/actions.ts";
import { KeyCaps } from "../keys/key-caps.tsx";
import { keyNameOf } from "../keys/key-names.ts";
import { useKeys } from "../keys/keys-context.ts";
import classes from "./profile.module.css";

type Props = { id: ActionId; map: KeyMap; isChanged: boolean; onChange: (key: string | null) => void };

/** Keys that keyboard users need to leave a page or a field. They cannot be reassigned. */
const NOT_POSSIBLE = new Set(["Escape", "Tab", "Shift+Tab", "Enter", "Backspace", "Delete"]);

/** An action with its key, and a button that reads the next key press as the new key. */
export function KeyLine({ id, map, isChanged, onChange }: Props) {
  const t = useTranslations("keys");
  const format = useFormatter();
  const { isMac } = useKeys();
  const [isWaiting, setWaiting] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const [key = ""] = map[id];
  const action = t(`actions.${id}`);
  const conflicts = conflictsOf(map, id, key);

  function onKeyDown(event: KeyboardEvent) {
    if (!isWaiting || event.key === "Tab") return;
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
    if (event.key === "Escape") return setWaiting(false);
    const name = keyNameOf(event.nativeEvent, isMac);
    if (name === null) return;
    setRefused(NOT_POSSIBLE.has(name));
    if (NOT_POSSIBLE.has(name)) return;
    setWaiting(false);
    onChange(name);
  }

  return (
    <li className={classes.key}>
      <div className={classes.keyName}>
        <Text size="sm">{action}</Text>
        {conflicts.length > 0 ? (
          <Text size="xs" c="var(--warning-text)" role="status">
            {t("keyboard.taken", { actions: format.list(conflicts.map((other) => t(`actions.${other}`))) })}
          </Text>
        ) : null}
        {isWaiting ? (
          <Text size="xs" c="dimmed" role="status">
            {isRefused ? t("keyboard.refused") : t("keyboard.cancel")}
          </Text>
        ) : null}
      </div>
      {isChanged ? (
        <Tooltip label={t("keyboard.reset", { action })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("keyboard.reset", { action })}
            onClick={() => onChange(null)}
          >
            <IconRotate size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Button
        variant={isWaiting ? "light" : "default"}
        size="compact-md"
        aria-pressed={isWaiting}
        onClick={() => setWaiting((was) => !was)}
        onBlur={() => setWaiting(false)}
        onKeyDown={onKeyDown}
      >
        <VisuallyHidden>{t("keyboard.change", { action })} </VisuallyHidden>
        {isWaiting ? t("keyboard.press") : <KeyCaps name={key} />}
      </Button>
    </li>
  );
}
