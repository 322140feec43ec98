"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { BroadcastComposer } from "./broadcast-composer.tsx";
import { EMPTY_FORM } from "./broadcast-form.ts";

export function NewBroadcastPage() {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const place = useSearchParams().get("place") ?? "new";
  if (useMay("MANAGE_BROADCASTS") === false) return <ForbiddenFace />;
  return (
    <Page isWide title={t("new")} above={<BackLink href={paths.broadcasts(workspaceId)} label={t("title")} />}>
      <BroadcastComposer key={place} initial={EMPTY_FORM} place={place} />
    </Page>
  );
}
