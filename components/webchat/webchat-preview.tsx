"use client";

import { getContrastColor, useMantineTheme } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { isColour, type Looks } from "./looks.ts";
import classes from "./webchat.module.css";

/** The message type between this page and the previewed frame (webchat/protocol.ts). */
const PREVIEW = "omnichannel:preview";

/**
 * The chat's own frame with the form's current settings. It is sandboxed as on any site and receives the settings by message.
 */
export function WebchatPreview({ integrationId, looks }: { integrationId: string; looks: Looks }) {
  const t = useTranslations("webchat.preview");
  const theme = useMantineTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const color = isColour(looks.color) ? looks.color : "#2563eb";
  const { title, greeting, offlineText, theme: scheme } = looks;

  useEffect(() => {
    const settings = { title, greeting, offlineText, theme: scheme, color };
    // A sandboxed frame has no origin to name as the target. The settings are public: every visitor sees them.
    const dress = () => frame.current?.contentWindow?.postMessage({ type: PREVIEW, settings }, "*");
    const onMessage = (event: MessageEvent<{ type?: unknown } | null>) => {
      if (event.source === frame.current?.contentWindow && event.data?.type === PREVIEW) dress();
    };
    dress();
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [title, greeting, offlineText, scheme, color]);

  return (
    <figure className={classes.preview} data-side={looks.position} aria-label={t("label")}>
      <iframe
        ref={frame}
        className={classes.frame}
        title={t("chat")}
        src={`/chat/${integrationId}?preview`}
        sandbox="allow-scripts"
      />
      <div
        className={classes.launcher}
        style={{ background: color, color: getContrastColor({ color, theme, autoContrast: true }) }}
      >
        <IconMessage size={24} aria-hidden />
        {looks.launcherText ? <span>{looks.launcherText}</span> : null}
      </div>
    </figure>
  );
}
