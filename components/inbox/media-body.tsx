"use client";

import { Anchor, Skeleton } from "@mantine/core";
import { IconFile, IconFileOff, IconPhotoOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { safeHref } from "../ui/safe-href.ts";
import { fileSize, isSticker } from "./file-words.ts";
import { fileName } from "./message-preview.ts";
import { Photo } from "./photo.tsx";
import type { Bubble } from "./use-thread.ts";
import { VoicePlayer } from "./voice-player.tsx";
import parts from "./message-parts.module.css";
import classes from "./thread.module.css";

type MediaType = "image" | "audio" | "video" | "document";

type Props = { type: MediaType; url: string; media: Bubble["media"] };

/** A picture, sound, film or file, once it is here. What cannot be shown is still there to be opened. */
export function MediaBody({ type, url, media }: Props) {
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
  // A copy that has come is another picture under the same address.
  return <File key={media?.state} type={type} href={href} name={name} media={media} />;
}

/** The file is on its way from the customer's provider. */
function Copying({ name }: { name: string }) {
  const t = useTranslations("inbox.media");
  return (
    <span className={parts.copying} role="status">
      <Skeleton height={40} width={40} radius="md" />
      <span>{t("fetching", { name })}</span>
    </span>
  );
}

function File({ type, href, name, media }: Omit<Props, "url"> & { href: string; name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken || type === "document") {
    const Icon = isBroken ? IconPhotoOff : IconFile;
    return (
      <Anchor href={href} target="_blank" rel="noopener noreferrer" className={classes.file}>
        <Icon size={20} aria-hidden />
        <span className={classes.fileName}>
          {name}
          {media?.sizeBytes ? <span className={classes.small}>{fileSize(media.sizeBytes)}</span> : null}
        </span>
      </Anchor>
    );
  }
  const onError = () => setBroken(true);
  if (type === "audio") return <VoicePlayer url={href} name={name} onError={onError} />;
  if (type === "video") {
    return (
      <video controls preload="metadata" src={href} onError={onError} className={classes.media} aria-label={name} />
    );
  }
  return <Photo href={href} isSticker={isSticker(media)} onError={onError} />;
}
