"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ColorDot } from "../ui/tag.tsx";
import { TAG_COLORS, type TagColor } from "../ui/tag-colors.ts";

type Props = {
  /** The tag or stage that has the colour. */
  of: string;
  color: TagColor;
  onChoose: (color: TagColor) => void;
};

/** A dot of the colour that opens the six to choose from. */
export function ColorChoice({ of, color, onChoose }: Props) {
  const t = useTranslations("settings.tags");
  const label = t("colorOf", { tag: of, color: t(`colors.${color}`) });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label}>
          <ColorDot color={color} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={color}>
          {TAG_COLORS.map((each) => (
            <Menu.RadioItem
              key={each}
              value={each}
              closeMenuOnClick
              checkIcon={<IconCheck size={14} aria-hidden />}
              rightSection={<ColorDot color={each} />}
              onChange={() => onChoose(each)}
            >
              {t(`colors.${each}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
