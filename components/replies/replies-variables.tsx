"use client";

import { Button, Menu } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { VARIABLES } from "../composer/variables.ts";

/** The variables available in a canned reply. */
export function RepliesVariables({ onChoose }: { onChoose: (variable: string) => void }) {
  const t = useTranslations("composer.replies");
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={16} aria-hidden />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("variables")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {VARIABLES.map((variable) => (
          <Menu.Item key={variable} onClick={() => onChoose(variable)}>
            {variable}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
