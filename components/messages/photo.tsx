"use client";

import { Anchor, Group, Modal, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import parts from "./message-parts.module.css";
import classes from "../thread/thread.module.css";

/** `source`: the address that the browser loads (`pictureSource`). `href`: the original address from `safeHref`. */
type Props = { source: string; href: string; isSticker: boolean; onError: () => void };

/** A picture that opens in full size over the whole window. */
export function Photo({ source, href, isSticker, onError }: Props) {
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
        <img
          src={source}
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
        <img src={source} alt={alt} className={parts.large} />
        <Group justify="center" p="xs">
          <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
            {t("original")}
          </Anchor>
        </Group>
      </Modal>
    </>
  );
}
