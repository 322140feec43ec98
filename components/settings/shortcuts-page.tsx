"use client";

import { Button, Group, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ACTION_IDS, ACTIONS, GROUPS } from "../keys/actions.ts";
import { useKeys } from "../keys/keys-context.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { Lines } from "../ui/lines.tsx";
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
      <Panel flush>
        <Lines>
          <Switch
            labelPosition="left"
            checked={singleKeys}
            onChange={(event) => change({ singleKeys: event.currentTarget.checked })}
            label={t("keyboard.single")}
            description={t("keyboard.singleAbout")}
          />
        </Lines>
      </Panel>
      {GROUPS.map((group) => (
        <Panel key={group} title={t(`groups.${group}`)} flush>
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
        </Panel>
      ))}
      <Group>
        <Button variant="default" disabled={!hasChanges} onClick={() => change({ keys: {} })}>
          {t("keyboard.resetAll")}
        </Button>
      </Group>
    </SettingsFrame>
  );
}
