"use client";

import { ActionIcon, FileButton, Menu, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCamera, IconFile, IconPaperclip } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { CHOOSE_AGAIN } from "../ui/choose-again.ts";
import { changesGifs, GIF } from "./attachments.ts";
import type { Capabilities } from "../inbox/documents.ts";

type Props = { channel: Capabilities; isDisabled: boolean; onFiles: (files: File[]) => void };

/** Lets the agent choose files of the types that the channel accepts. Touch devices can also take a picture with the camera. */
export function AttachButton({ channel, isDisabled, onFiles }: Props) {
  const t = useTranslations("inbox.files");
  const isTouch = useMediaQuery("(pointer: coarse)") ?? false;
  const accept = typesOf(channel);
  const pictures = typesOf(channel, "image");
  if (accept === "") return null;
  return (
    <FileButton multiple accept={accept} onChange={onFiles} disabled={isDisabled} inputProps={CHOOSE_AGAIN}>
      {({ onClick }) =>
        isTouch && pictures !== "" ? (
          <TouchMenu pictures={pictures} isDisabled={isDisabled} onFiles={onFiles} onChoose={onClick} />
        ) : (
          <Tooltip label={t("attach")}>
            <ActionIcon variant="subtle" color="gray" disabled={isDisabled} aria-label={t("attach")} onClick={onClick}>
              <IconPaperclip size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )
      }
    </FileButton>
  );
}

type TouchProps = Pick<Props, "isDisabled" | "onFiles"> & { pictures: string; onChoose: () => void };

/** A menu for touch devices: choose a file or take a picture. */
function TouchMenu({ pictures, isDisabled, onFiles, onChoose }: TouchProps) {
  const t = useTranslations("inbox.files");
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" disabled={isDisabled} aria-label={t("attach")}>
            <IconPaperclip size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCamera size={16} aria-hidden />} onClick={() => camera.current?.click()}>
            {t("camera")}
          </Menu.Item>
          <Menu.Item leftSection={<IconFile size={16} aria-hidden />} onClick={onChoose}>
            {t("choose")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {/* Outside of the menu: its answer comes when the menu is closed long since. */}
      <input
        ref={camera}
        type="file"
        hidden
        accept={pictures}
        capture="environment"
        aria-label={t("camera")}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Clear the value, so that the same picture can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

function typesOf({ media }: Capabilities, only?: string): string {
  const types = media.flatMap(({ kind, contentTypes }) => (only && kind !== only ? [] : contentTypes));
  return (only || !changesGifs({ media }) ? types : [...types, GIF]).join(",");
}
