"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, type ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { paths } from "../paths.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { forgetSeen } from "./forget-browser.ts";
import { viewerQuery } from "./queries.ts";
import { useWorkspaceId } from "./workspace.tsx";

/** Renders the section at once, while the viewer is still loading. Shows an error if the workspace is not theirs. */
export function Entrance({ children }: { children: ReactNode }) {
  const t = useTranslations("shell.entrance");
  const workspaceId = useWorkspaceId();
  const viewer = useQuery(viewerQuery(workspaceId));
  // This also holds after an earlier success: removing a member closes the page that they have open.
  const isShut = viewer.error instanceof ApiError && viewer.error.code === "FORBIDDEN_WORKSPACE";
  useEffect(() => {
    if (isShut) void forgetSeen(workspaceId);
  }, [isShut, workspaceId]);
  if (isShut) {
    return (
      <ErrorFace
        title={t("notYours")}
        message={t("notYoursHint")}
        action={
          <Button component="a" href={paths.home()}>
            {t("toYours")}
          </Button>
        }
      />
    );
  }
  if (viewer.data || !viewer.error) return children;
  return <ErrorFace title={t("failure")} error={viewer.error} onRetry={() => void viewer.refetch()} />;
}
