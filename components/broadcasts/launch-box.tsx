"use client";

import { Button, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconCalendarClock, IconSend } from "@tabler/icons-react";
import { useFormatter, useMessages, useTranslations } from "next-intl";
import type { Channel } from "../channels/queries.ts";
import { ChannelMark } from "../details/channel-mark.tsx";
import { MoreWords } from "../i18n/more-words.tsx";
import type { ReadyTemplate } from "../templates/template-draft.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { momentOf, type BroadcastForm, type FormProblem as Missing } from "./broadcast-form.ts";
import classes from "./broadcasts.module.css";
import { durationParts } from "./preflight-box.tsx";
import type { Preflight } from "./queries.ts";
import { useLaunchOf } from "./use-launch.ts";
import { useSaveBroadcast, type Intent } from "./use-save-broadcast.ts";

type FactsProps = {
  form: BroadcastForm;
  channel: Channel | null;
  /** The number of recipients now. null while counting, or if nothing can be sent. */
  count: number | null;
  preflight: Preflight | null;
};

type Props = FactsProps & {
  forget: () => void;
  ready: ReadyTemplate;
  problems: readonly Missing[];
  /** Called to show missing values at their fields. */
  onStrict: () => void;
};

/** What will be sent, to whom, when and at what cost, and the buttons that save, schedule or launch the broadcast. */
export function LaunchBox({ forget, ready, problems, onStrict, ...facts }: Props) {
  const t = useTranslations("broadcasts");
  const format = useFormatter();
  const messages = useMessages();
  const { form, count } = facts;
  const save = useSaveBroadcast(forget);
  const launch = useLaunchOf(form.id);
  // After a new broadcast is saved, the page is about to change to the broadcast's own page.
  const isBusy = save.isPending || (save.isSuccess && form.id === null);
  const intentNow = isBusy ? save.variables.intent : null;
  const moment = form.scheduledAt === null ? null : momentOf(form.scheduledAt);
  const isLater = moment !== null;
  const act = (intent: Intent) => save.mutate({ form, ready, intent });
  const begin = (intent: Intent) => {
    onStrict();
    // A draft needs no time yet. To schedule or launch, nothing may be missing.
    if (problems.some((problem) => intent !== "draft" || problem !== "time")) return;
    if (intent === "draft") return act(intent);
    modals.openConfirmModal({
      title: t(isLater ? "confirm.scheduleTitle" : "confirm.launchTitle", { count: count ?? 0 }),
      children: (
        // Dialogs are drawn outside of the page, without its texts.
        <MoreWords messages={messages}>
          <Stack gap="md">
            <Facts {...facts} />
            <Text size="sm">
              {moment === null
                ? t("confirm.launchWords")
                : t("confirm.scheduleWords", {
                    when: format.dateTime(new Date(moment), { dateStyle: "full", timeStyle: "short" }),
                  })}
            </Text>
          </Stack>
        </MoreWords>
      ),
      labels: { confirm: t(isLater ? "confirm.schedule" : "confirm.launch", { count: count ?? 0 }), cancel: t("back") },
      onConfirm: () => act(intent),
    });
  };
  return (
    <Stack gap="md">
      <Facts {...facts} />
      <FormProblem>{(save.error ?? launch.error)?.message}</FormProblem>
      {problems.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t("missing.list", {
            what: format.list(
              problems.map((problem) => t(`missing.${problem}`)),
              { type: "unit" },
            ),
          })}
        </Text>
      ) : null}
      <Button
        leftSection={isLater ? <IconCalendarClock size={16} aria-hidden /> : <IconSend size={16} aria-hidden />}
        disabled={count === null || isBusy}
        loading={isBusy && intentNow !== "draft"}
        onClick={() => begin(isLater ? "schedule" : "launch")}
      >
        {t(isLater ? "confirm.schedule" : "confirm.launch", { count: count ?? 0 })}
      </Button>
      <Button variant="default" disabled={isBusy} loading={intentNow === "draft"} onClick={() => begin("draft")}>
        {t("saveDraft")}
      </Button>
    </Stack>
  );
}

function Facts({ form, channel, count, preflight }: FactsProps) {
  const t = useTranslations("broadcasts");
  const format = useFormatter();
  const nothing = <span className={classes.nothing}>–</span>;
  const moment = form.scheduledAt === null ? null : momentOf(form.scheduledAt);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("facts.from")}</dt>
        <dd>
          {channel ? (
            <>
              <ChannelMark type={channel.type} size={16} /> <bdi>{channel.name}</bdi>
            </>
          ) : (
            nothing
          )}
        </dd>
      </div>
      <div>
        <dt>{t("facts.message")}</dt>
        <dd>{form.template.name ? <bdi>{form.template.name}</bdi> : nothing}</dd>
      </div>
      <div>
        <dt>{t("facts.to")}</dt>
        <dd>{count === null ? nothing : t("recipients", { count })}</dd>
      </div>
      <div>
        <dt>{t("facts.when")}</dt>
        <dd>
          {moment === null ? t("now") : format.dateTime(new Date(moment), { dateStyle: "medium", timeStyle: "short" })}
        </dd>
      </div>
      {preflight && preflight.estimatedSeconds > 0 ? (
        <div>
          <dt>{t("facts.takes")}</dt>
          <dd>{t("duration", durationParts(preflight.estimatedSeconds))}</dd>
        </div>
      ) : null}
      {preflight && preflight.credits > 0 ? (
        <div>
          <dt>{t("facts.cost")}</dt>
          <dd>{t("credits", { count: preflight.credits })}</dd>
        </div>
      ) : null}
    </dl>
  );
}
