"use client";

import { Anchor, Button } from "@mantine/core";
import { IconExternalLink, IconPlugConnectedX } from "@tabler/icons-react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { GUIDES, typeOf } from "./channel-guides.ts";
import type { Guide } from "./channel-guides.ts";
import { TYPE_NAMES } from "./channel-words.ts";
import classes from "./channels.module.css";
import { ConnectForm } from "./connect-form.tsx";

/** How one type of channel is connected: what to do at the provider, and the form. */
export function ConnectTypePage({ slug }: { slug: string }) {
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const type = typeOf(slug);
  if (!type) {
    return (
      <Page title="Connect a channel" above={<BackToChannels toGallery />}>
        <EmptyFace
          icon={<IconPlugConnectedX size={24} aria-hidden />}
          title="No such type of channel"
          message="The address was mistyped."
          action={
            <Button component={Link} href={paths.connectChannel(workspaceId)} variant="default">
              All types of channel
            </Button>
          }
        />
      </Page>
    );
  }
  const guide = GUIDES[type];
  return (
    <Page title={`Connect ${TYPE_NAMES[type]}`} description={guide.blurb} above={<BackToChannels toGallery />}>
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
  return (
    <div className={classes.before}>
      <Panel title="Before you begin">
        <ol className={classes.numbered}>
          {before.map((words) => (
            <li key={words}>
              <span>{words}</span>
            </li>
          ))}
        </ol>
        {help ? (
          <Anchor href={help.url} target="_blank" rel="noreferrer" size="sm" mt="md" display="inline-block">
            {help.label} <IconExternalLink size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
          </Anchor>
        ) : null}
      </Panel>
    </div>
  );
}
