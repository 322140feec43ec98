"use client";

import { Input, SegmentedControl, Select, Slider, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { VIEWS } from "../list/conv-rows.ts";
import { KeyCaps } from "../keys/key-caps.tsx";
import { usePreferences } from "../shell/use-preferences.ts";
import { Lines } from "../ui/lines.tsx";
import { Panel } from "../ui/panel.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

const AFTER = ["next", "previous", "stay", "list"] as const;
const MOST_SECONDS = 15;

/** How the inbox looks and behaves for the person. */
export function PreferencesPage() {
  const t = useTranslations("keys.inbox");
  const views = useTranslations("list.views");
  const [{ opensWith, groupsByContact, density, sendKey, undoSeconds, afterDone }, change] = usePreferences();
  /** The slider's value while dragging. It is saved on release. */
  const [drawn, setDrawn] = useState<number | null>(null);
  const undoId = useId();
  const seconds = drawn ?? undoSeconds;
  return (
    <SettingsFrame page="preferences" description={t("about")}>
      <Panel flush>
        <Lines>
          <Select
            label={t("opensWith")}
            allowDeselect={false}
            value={opensWith}
            onChange={(value) => {
              const chosen = VIEWS.find((known) => known === value);
              if (chosen) change({ opensWith: chosen });
            }}
            data={VIEWS.map((value) => ({ value, label: views(value) }))}
          />
          <Switch
            labelPosition="left"
            label={t("groupsByContact")}
            description={t("groupsByContactWords")}
            checked={groupsByContact}
            onChange={(event) => change({ groupsByContact: event.currentTarget.checked })}
          />
          <Input.Wrapper label={t("density")} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t("density")}
              value={density}
              onChange={(value) => change({ density: value })}
              data={(["comfortable", "compact"] as const).map((value) => ({ value, label: t(value) }))}
            />
          </Input.Wrapper>
          <Input.Wrapper label={t("sendKey")} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t("sendKey")}
              value={sendKey}
              onChange={(value) => change({ sendKey: value })}
              data={[
                { value: "enter" as const, label: <KeyCaps name="Enter" /> },
                { value: "modEnter" as const, label: <KeyCaps name="Mod+Enter" /> },
              ]}
            />
          </Input.Wrapper>
          <Input.Wrapper
            label={t("undo")}
            labelElement="div"
            labelProps={{ id: undoId }}
            description={t("seconds", { count: seconds })}
          >
            <Slider
              min={0}
              max={MOST_SECONDS}
              value={seconds}
              onChange={setDrawn}
              onChangeEnd={(value) => {
                setDrawn(null);
                change({ undoSeconds: value });
              }}
              label={(value) => t("seconds", { count: value })}
              thumbProps={{ "aria-labelledby": undoId }}
            />
          </Input.Wrapper>
          <Select
            label={t("afterDone")}
            allowDeselect={false}
            value={afterDone}
            onChange={(value) => {
              const chosen = AFTER.find((known) => known === value);
              if (chosen) change({ afterDone: chosen });
            }}
            data={AFTER.map((value) => ({ value, label: t(value) }))}
          />
        </Lines>
      </Panel>
    </SettingsFrame>
  );
}
