"use client";

import { ActionIcon } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { usePreferences } from "../shell/preferences.ts";

/** Folds the copilot's strip out and away; how it stands is kept with the account. Give it an `onToggle` of one identity. */
export const CopilotButton = memo(function CopilotButton({
  isOpen,
  onToggle,
}: {
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useTranslations("composer.copilot");
  const [, change] = usePreferences();
  return (
    <ActionIcon
      variant={isOpen ? "light" : "subtle"}
      color={isOpen ? "sea" : "gray"}
      size={30}
      aria-label={t("label")}
      title={t("label")}
      aria-expanded={isOpen}
      onClick={() => {
        change({ copilot: !isOpen });
        onToggle();
      }}
    >
      <IconSparkles size={18} aria-hidden />
    </ActionIcon>
  );
});
