"use client";

import { Anchor, Group, Modal, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { ACTION_IDS, ACTIONS, GROUPS } from "./actions.ts";
import { KeyCaps } from "./key-caps.tsx";
import { isSingleKey } from "./key-names.ts";
import { useKeys } from "./keys-context.ts";
import classes from "./keys.module.css";

/** The keyboard shortcuts, with the person's own keys. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations("keys");
  const workspaceId = useWorkspaceId();
  const { map, hasSingleKeys } = useKeys();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("help.title")} size="xl">
      <Group justify="space-between" mb="md" gap="md">
        <Text size="sm" c="dimmed">
          {hasSingleKeys ? t("help.note") : t("help.off")}
        </Text>
        <Anchor component={Link} href={paths.settings(workspaceId, "shortcuts")} size="sm" onClick={onClose}>
          {t("help.change")}
        </Anchor>
      </Group>
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <section key={group} className={classes.group} aria-label={t(`groups.${group}`)}>
            <h3 className={classes.groupTitle}>{t(`groups.${group}`)}</h3>
            <dl className={classes.lines}>
              {ACTION_IDS.filter((id) => ACTIONS[id].group === group).map((id) => (
                <div key={id} className={classes.line}>
                  <dt>{t(`actions.${id}`)}</dt>
                  <dd>
                    {map[id]
                      .filter((name) => hasSingleKeys || !isSingleKey(name))
                      .map((name) => (
                        <KeyCaps key={name} name={name} />
                      ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
