"use client";

import { Button, Loader, Menu, Tooltip } from "@mantine/core";
import { IconChevronDown, IconRefresh, IconRobot, IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { KeyCaps } from "../keys/key-caps.tsx";
import { paths } from "../paths.ts";
import { safeHref } from "../ui/safe-href.ts";
import { RemoveButton } from "../ui/row-buttons.tsx";
import { copilotQuery, type Rewriting } from "./copilot-queries.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import type { Copilot } from "./use-copilot.ts";
import classes from "./copilot.module.css";

const WORDINGS = ["shorter", "friendlier", "moreFormal", "spelling"] as const satisfies Rewriting[];

/** What an assistant can do with the current text, and its proposal. */
export function CopilotStrip({ copilot }: { copilot: Copilot }) {
  const t = useTranslations("composer.copilot");
  const { workspaceId } = useInbox();
  const { now } = copilot;
  const { data, isError } = useQuery(copilotQuery(workspaceId, copilot.convId, copilot.aiId));
  const isAsking = now?.state === "asking";
  const hasNobody = data?.assistants.length === 0;
  const offer = now?.state === "offers" ? now.proposal : null;
  return (
    <section className={classes.strip} aria-label={t("label")}>
      <div className={classes.tools}>
        {offer ? <OfferButtons copilot={copilot} offer={offer} /> : null}
        {/* The same button all along: whoever pressed it is still on it when the answer comes. */}
        <Tooltip label={t("another")} disabled={offer === null}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={offer ? null : isAsking ? <Loader size={14} /> : <IconSparkles size={14} aria-hidden />}
            disabled={hasNobody}
            aria-label={offer ? t("another") : undefined}
            onClick={copilot.suggest}
          >
            {offer ? <IconRefresh size={14} aria-hidden /> : t("suggest")}
          </Button>
        </Tooltip>
        <RewriteMenu copilot={copilot} canRewrite={data?.canRewrite ?? true} />
        {data && data.assistants.length > 1 ? <AssistantMenu copilot={copilot} known={data} /> : null}
        {hasNobody ? <SettingsHint text={t("noAssistant")} /> : null}
        {isError ? <span className={classes.words}>{t("away")}</span> : null}
      </div>
      <div role="status" className={classes.words}>
        {isAsking ? t("asking") : null}
        {now?.state === "none" ? t("nothing", { name: now.aiName, reason: now.reason }) : null}
        {now?.state === "failed" ? now.message : null}
      </div>
      {offer ? <Offer copilot={copilot} offer={offer} /> : null}
    </section>
  );
}

type Known = { assistants: { id: string; name: string }[]; aiId: string | null };

function AssistantMenu({ copilot, known }: { copilot: Copilot; known: Known }) {
  const t = useTranslations("composer.copilot");
  const asked = known.assistants.find(({ id }) => id === known.aiId);
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.assistant}
          leftSection={<IconRobot size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t("asks", { name: asked?.name ?? "" })}
        >
          {asked?.name ?? t("choose")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={280} style={{ overflowY: "auto" }}>
        {known.assistants.map(({ id, name }) => (
          <Menu.Item key={id} aria-current={id === known.aiId} onClick={() => copilot.chooseAi(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function RewriteMenu({ copilot, canRewrite }: { copilot: Copilot; canRewrite: boolean }) {
  const t = useTranslations("composer.copilot");
  const { workspaceId, viewer } = useInbox();
  const mayConnect = viewer.permissions.includes("MANAGE_WORKSPACE");
  return (
    <Menu position="top-start" width={260}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {t("rewrite")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canRewrite ? null : <Menu.Label>{t("noModel")}</Menu.Label>}
        {!canRewrite && mayConnect ? (
          <Menu.Item component={Link} href={paths.assistants(workspaceId)}>
            {t("settings")}
          </Menu.Item>
        ) : null}
        {canRewrite && !copilot.hasText ? <Menu.Label>{t("typeFirst")}</Menu.Label> : null}
        {[...WORDINGS, "translate" as const].map((how) => (
          <Menu.Item key={how} disabled={!canRewrite || !copilot.hasText} onClick={() => copilot.rewrite(how)}>
            {t(`how.${how}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type Offered = Extract<NonNullable<Copilot["now"]>, { state: "offers" }>["proposal"];

/** The two ways to use a proposal, and the name of the assistant that made it. */
function OfferButtons({ copilot, offer: { kind, aiName } }: { copilot: Copilot; offer: Offered }) {
  const t = useTranslations("composer.copilot");
  return (
    <>
      <Button size="compact-sm" onClick={copilot.take} rightSection={<KeyCaps name="Tab" />}>
        {kind === "answer" ? t("insert") : t("replace")}
      </Button>
      <RemoveButton size={26} aria-label={t("drop")} onClick={copilot.drop} />
      <span className={classes.by}>{aiName ? t("by", { name: aiName }) : null}</span>
    </>
  );
}

/** The proposal and its sources. */
function Offer({ copilot, offer }: { copilot: Copilot; offer: Offered }) {
  const t = useTranslations("composer.copilot");
  const { text, sources } = offer;
  return (
    <div className={classes.offer}>
      {/* In an empty field it stands there already; who does not see it hears it here. */}
      <p className={classes.text} dir="auto" aria-live="polite" data-hidden={copilot.ghost !== null || undefined}>
        {text}
      </p>
      {sources.length > 0 ? (
        <ul className={classes.sources} aria-label={t("sources")}>
          {sources.map(({ title, url, heading, content }, index) => (
            <li key={`${title} ${index}`}>
              <details>
                <summary>{heading ? `${title} · ${heading}` : title}</summary>
                <blockquote dir="auto">{content}</blockquote>
                <Address url={url} />
              </details>
            </li>
          ))}
        </ul>
      ) : offer.kind === "answer" ? (
        <span className={classes.words}>{t("noSources")}</span>
      ) : null}
    </div>
  );
}

/** The source address of a passage. An unsafe address is shown as plain text. */
function Address({ url }: { url: string | null }) {
  const href = safeHref(url);
  if (!href) return url;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {url}
    </a>
  );
}

function SettingsHint({ text }: { text: string }) {
  const t = useTranslations("composer.copilot");
  const { workspaceId, viewer } = useInbox();
  return (
    <span className={classes.words}>
      {text}{" "}
      {viewer.permissions.includes("MANAGE_WORKSPACE") ? (
        <Link href={paths.assistants(workspaceId)}>{t("settings")}</Link>
      ) : null}
    </span>
  );
}
