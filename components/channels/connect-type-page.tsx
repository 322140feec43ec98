"use client";

import { Anchor, Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { GUIDES, typeOf, type Guide } from "./channel-guides.ts";
import classes from "./channels.module.css";
import { ConnectForm } from "./connect-form.tsx";

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
  const guide = GUIDES[type];
  return (
    <Page
      title={t("new.title", { type: t(`types.${type}`) })}
      description={t(`guides.blurbs.${type}`)}
      above={<BackToChannels toGallery />}
    >
      {may === false ? (
        <ForbiddenFace />
      ) : (
        <div className={guide.before.length > 0 ? classes.connect : undefined}>
          <ConnectForm key={type} type={type} />
          {guide.before.length > 0 ? <Before guide={guide} /> : null}
        </div>
      )}
    </Page>
  );
}

function Before({ guide: { before, help } }: { guide: Guide }) {
  const t = useTranslations("channels");
  return (
    <div className={classes.before}>
      <Panel title={t("new.before")}>
        <ol className={classes.numbered}>
          {before.map((step) => (
            <li key={step}>
              <span>{t(`guides.before.${step}`)}</span>
            </li>
          ))}
        </ol>
        {help ? (
          <Anchor href={help.href} target="_blank" rel="noreferrer" size="sm" mt="md" display="inline-block">
            {t(`guides.help.${help.words}`)}{" "}
            <IconExternalLink size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
          </Anchor>
        ) : null}
      </Panel>
    </div>
  );
}
