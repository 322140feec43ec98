"use client";

import { ActionIcon } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { usePreferences } from "../shell/use-preferences.ts";

/** Opens and closes the copilot strip. The account keeps the state. Give it an `onToggle` with a stable identity. */
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
      color={isOpen ? "petrol" : "gray"}
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
