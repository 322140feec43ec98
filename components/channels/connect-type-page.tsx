"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { typeOf } from "./channel-guides.ts";
import { ConnectWays } from "./connect-ways.tsx";

/** Connects a channel of one type: the steps at the provider, and the form. */
export function ConnectTypePage({ slug }: { slug: string }) {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const type = typeOf(slug);
  if (!type) {
    return (
      <Page title={t("connect")} above={<BackToChannels toGallery />}>
        <EmptyFace
          picture="channel"
          title={t("new.noType")}
          message={t("new.noTypeWords")}
          action={
            <Button component={Link} href={paths.connectChannel(workspaceId)} variant="default">
              {t("allTypes")}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      title={t("new.title", { type: t(`types.${type}`) })}
      description={t(`guides.blurbs.${type}`)}
      above={<BackToChannels toGallery />}
    >
      {may === false ? <ForbiddenFace /> : <ConnectWays key={type} type={type} />}
    </Page>
  );
}
