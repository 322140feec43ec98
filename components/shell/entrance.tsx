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

/** Shows the section at once, beside asking who looks; a workspace that is not theirs gets one clear word instead. */
export function Entrance({ children }: { children: ReactNode }) {
  const t = useTranslations("shell.entrance");
  const workspaceId = useWorkspaceId();
  const viewer = useQuery(viewerQuery(workspaceId));
  // Also when the answer was another one before: a seat that is taken closes the page that is open.
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
