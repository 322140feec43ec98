"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { PlaygroundScreen } from "./playground-screen.tsx";
import { playgroundQuery } from "./queries.ts";

export function PlaygroundPage() {
  const t = useTranslations("playground");
  const workspaceId = useWorkspaceId();
  const playground = useQuery(playgroundQuery(workspaceId));
  if (playground.data) return <PlaygroundScreen opened={playground.data} />;
  return (
    <Page title={t("title")}>
      <Loaded query={playground} failure={t("failure")}>
        {() => null}
      </Loaded>
    </Page>
  );
}
