"use client";

import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ACTION_IDS, ACTIONS, GROUPS } from "../keys/actions.ts";
import { useKeys } from "../keys/keys-context.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { Panel } from "../ui/panel.tsx";
import { KeyLine } from "./key-line.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import classes from "./profile.module.css";

/** The person's own keys: the first key of each action can change, and single letters can be turned off (WCAG 2.1.4). */
export function ShortcutsPage() {
  const t = useTranslations("keys");
  const { map } = useKeys();
  const [{ keys: changed, singleKeys }, change] = usePreferences();
  const hasChanges = Object.keys(changed).length > 0;
  return (
    <SettingsFrame page="shortcuts" description={t("keyboard.about")}>
      <Panel>
        <Stack gap="lg">
          <Switch
            checked={singleKeys}
            onChange={(event) => change({ singleKeys: event.currentTarget.checked })}
            label={t("keyboard.single")}
            description={t("keyboard.singleAbout")}
          />
          {GROUPS.map((group) => (
            <section key={group} aria-label={t(`groups.${group}`)}>
              <Text component="h3" size="sm" fw={600} c="dimmed" mb={4}>
                {t(`groups.${group}`)}
              </Text>
              <ul className={classes.keys}>
                {ACTION_IDS.filter((id) => ACTIONS[id].group === group).map((id) => (
                  <KeyLine
                    key={id}
                    id={id}
                    map={map}
                    isChanged={changed[id] !== undefined}
                    onChange={(key) => {
                      const { [id]: _, ...others } = changed;
                      change({ keys: key === null || key === ACTIONS[id].keys[0] ? others : { ...others, [id]: key } });
                    }}
                  />
                ))}
              </ul>
            </section>
          ))}
          <Group>
            <Button variant="default" disabled={!hasChanges} onClick={() => change({ keys: {} })}>
              {t("keyboard.resetAll")}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </SettingsFrame>
  );
}
