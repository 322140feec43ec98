"use client";

import { SegmentedControl, useComputedColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { ENDPOINTS, exampleVariables, findOperation } from "./api-reference.ts";
import classes from "./reference.module.css";

/**
 * GraphiQL for this workspace, with the permissions of the signed-in person. `?operation=` loads an example of the reference.
 */
export function ExplorerPage() {
  const t = useTranslations("developers.explorer");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const found = findOperation(useSearchParams().get("operation") ?? "");
  const [endpoint, setEndpoint] = useState(found?.path ?? ENDPOINTS[0]?.path ?? "");
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const isMounted = useMounted();
  const query = new URLSearchParams({ workspaceId: String(workspaceId), endpoint, theme });
  if (found?.path === endpoint) {
    query.set("query", found.operation.example.query);
    query.set("variables", exampleVariables(found.operation, workspaceId));
  }
  return (
    <SettingsFrame
      isWide
      page="apiExplorer"
      actions={
        <SegmentedControl
          aria-label={t("endpoint")}
          data={ENDPOINTS.map(({ path }) => ({ value: path, label: path }))}
          value={endpoint}
          onChange={setEndpoint}
        />
      }
    >
      {may === false ? (
        <ForbiddenFace />
      ) : (
        <div className={classes.explorer}>
          {/* The server does not know the theme, and a frame keeps the address that it came with. */}
          {may && isMounted ? (
            <iframe key={query.toString()} className={classes.frame} title={t("title")} src={`/graphiql?${query}`} />
          ) : null}
        </div>
      )}
    </SettingsFrame>
  );
}
