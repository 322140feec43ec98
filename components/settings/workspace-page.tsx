"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { StorageUsed } from "./storage-used.tsx";

export function WorkspacePage() {
  const t = useTranslations("settings.workspace");
  const settings = useQuery(settingsQuery(useWorkspaceId()));
  const may = useMay("MANAGE_WORKSPACE");
  return (
    <SettingsFrame page="workspace">
      {may === false ? (
        <ForbiddenFace />
      ) : (
        <Loaded query={settings} failure={t("failure")} shape="lines" rows={5}>
          {(data) => (
            <>
              <SettingsForm settings={data} />
              <StorageUsed storage={data.storage} />
            </>
          )}
        </Loaded>
      )}
      <DeleteWorkspace />
    </SettingsFrame>
  );
}
