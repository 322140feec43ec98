"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { SlaForm } from "./sla-form.tsx";

/** Response time targets. */
export function TargetsPage() {
  const t = useTranslations("settings");
  const settings = useQuery(settingsQuery(useWorkspaceId()));
  const may = useMay("MANAGE_WORKSPACE");
  return (
    <SettingsFrame page="targets" description={t("targets.about")}>
      {may === false ? (
        <ForbiddenFace />
      ) : (
        <Loaded query={settings} failure={t("workspace.failure")} shape="lines" rows={3}>
          {({ sla }) => <SlaForm sla={sla} />}
        </Loaded>
      )}
    </SettingsFrame>
  );
}
