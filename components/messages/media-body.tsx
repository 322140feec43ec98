"use client";

import { Anchor, Skeleton, UnstyledButton } from "@mantine/core";
import { IconFile, IconFileOff, IconPhotoOff, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { foreignHost, pictureSource } from "../ui/remote-picture.ts";
import { safeHref } from "../ui/safe-href.ts";
import { fileSize, isSticker } from "../composer/file-words.ts";
import { fileName } from "./message-preview.ts";
import { Photo } from "./photo.tsx";
import type { Bubble } from "../thread/use-thread.ts";
import { VoicePlayer } from "./voice-player.tsx";
import parts from "./message-parts.module.css";
import classes from "../thread/thread.module.css";

type MediaType = "image" | "audio" | "video" | "document";

type Props = { messageId: string; type: MediaType; url: string; media: Bubble["media"] };

/** An image, audio, video or document, once its copy has arrived. A file that cannot be shown can still be opened. */
export function MediaBody({ messageId, type, url, media }: Props) {
  const t = useTranslations("inbox");
  const name = media?.fileName ?? fileName(url) ?? t(`preview.${type}`);
  if (media?.state === "copying") return <Copying name={name} />;
  if (media?.state === "lost") {
    return (
      <span className={parts.lost}>
        <IconFileOff size={20} aria-hidden />
        <span>{media.error ? t("media.lostWhy", { name, why: media.error }) : t("media.lost", { name })}</span>
      </span>
    );
  }
  const href = safeHref(url);
  if (!href) return <span className={classes.text}>{url}</span>;
  // Remount after the copy has arrived: the same address then has another picture.
  return <File key={media?.state} messageId={messageId} type={type} url={url} href={href} name={name} media={media} />;
}

/** The file is still being copied from the provider. */
function Copying({ name }: { name: string }) {
  const t = useTranslations("inbox.media");
  return (
    <span className={parts.copying} role="status">
      <Skeleton height={40} width={40} radius="md" />
      <span>{t("fetching", { name })}</span>
    </span>
  );
}

type FileProps = Props & { href: string; name: string };

function File({ messageId, type, url, href, name, media }: FileProps) {
  const t = useTranslations("inbox.media");
  const workspaceId = useWorkspaceId();
  const [isBroken, setBroken] = useState(false);
  const host = foreignHost(url);
  if (isBroken || type === "document") {
    const Icon = isBroken ? IconPhotoOff : IconFile;
    return (
      <Anchor href={href} target="_blank" rel="noopener noreferrer" className={classes.file}>
        <Icon size={20} aria-hidden />
        <span className={classes.fileName}>
          {name}
          {isBroken && host ? <span className={classes.small}>{t("notShown", { host })}</span> : null}
          {media?.sizeBytes ? <span className={classes.small}>{fileSize(media.sizeBytes)}</span> : null}
        </span>
      </Anchor>
    );
  }
  const onError = () => setBroken(true);
  if (type === "image") {
    const source = pictureSource(workspaceId, { of: "messages", id: messageId }, url);
    return <Photo source={source} href={href} isSticker={isSticker(media)} onError={onError} />;
  }
  const player = { type, href, name, onError };
  return host ? <PlayFrom host={host} {...player} /> : <Player {...player} />;
}

type PlayerProps = { type: "audio" | "video"; href: string; name: string; onError: () => void };

/** Audio or video on another host. The host receives no request from this browser before the user presses play. */
function PlayFrom({ host, ...player }: PlayerProps & { host: string }) {
  const t = useTranslations("inbox.media");
  const [isWanted, setWanted] = useState(false);
  if (isWanted) {
    return (
      <div tabIndex={-1} ref={focus}>
        <Player {...player} isPlaying />
      </div>
    );
  }
  return (
    <UnstyledButton className={classes.file} title={t("playFromMeans", { host })} onClick={() => setWanted(true)}>
      <IconPlayerPlay size={20} aria-hidden />
      <span className={classes.fileName}>
        {player.name}
        <span className={classes.small}>{t("playFrom", { host })}</span>
      </span>
    </UnstyledButton>
  );
}

/** Moves the focus, because the button that had it is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

function Player({ type, href, name, onError, isPlaying = false }: PlayerProps & { isPlaying?: boolean }) {
  if (type === "audio") return <VoicePlayer url={href} name={name} onError={onError} autoPlay={isPlaying} />;
  return (
    <video
      controls
      autoPlay={isPlaying}
      preload="metadata"
      src={href}
      onError={onError}
      className={classes.media}
      aria-label={name}
    />
  );
}
