"use client";

import { Anchor, Group, Modal, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import parts from "./message-parts.module.css";
import classes from "./thread.module.css";

/** `href` as `safeHref` gives it. */
type Props = { href: string; isSticker: boolean; onError: () => void };

/** A picture, and the same over the whole window. */
export function Photo({ href, isSticker, onError }: Props) {
  const t = useTranslations("thread.photo");
  const [isOpen, lightbox] = useDisclosure(false);
  const alt = isSticker ? t("sticker") : t("photo");
  return (
    <>
      <UnstyledButton
        className={parts.photo}
        aria-label={isSticker ? t("openSticker") : t("open")}
        onClick={lightbox.open}
      >
        {/* Any host may hold it, so the picture cannot go through an image optimiser that only knows ours. */}
        <img
          src={href}
          alt={alt}
          loading="lazy"
          onError={onError}
          className={isSticker ? parts.sticker : classes.media}
        />
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={lightbox.close}
        fullScreen
        title={alt}
        closeButtonProps={{ "aria-label": t("close") }}
        classNames={{ content: parts.lightbox, body: parts.lightboxBody }}
      >
        <img src={href} alt={alt} className={parts.large} />
        <Group justify="center" p="xs">
          <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
            {t("original")}
          </Anchor>
        </Group>
      </Modal>
    </>
  );
}
