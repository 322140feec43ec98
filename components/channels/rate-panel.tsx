"use client";

import { Button, Group, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { channelTypesQuery, patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** The channel's send rate. Empty: the default of its type. */
export function RatePanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.rate");
  const workspaceId = useWorkspaceId();
  const { data: types } = useQuery(channelTypesQuery(workspaceId));
  const usual = types?.find(({ type }) => type === channel.type)?.ratePerSecond;
  const [rate, setRate] = useState<number | string>(channel.ratePerSecond ?? "");
  const save = useChannelChange((ratePerSecond: number | null) =>
    patchChannel({ workspaceId, id: channel.id, ratePerSecond }),
  );
  const next = rate === "" ? null : Number(rate);
  const isSame = next === channel.ratePerSecond;
  return (
    <Panel title={t("title")} description={t("description")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) save.mutate(next, { onSuccess: () => done(t("saved")) });
        }}
      >
        <Group align="flex-start">
          <NumberInput
            aria-label={t("label")}
            description={usual === undefined ? null : t("usual", { rate: usual })}
            placeholder={usual === undefined ? "" : String(usual)}
            value={rate}
            onChange={setRate}
            min={0.1}
            max={1000}
            decimalScale={2}
            suffix={` ${t("suffix")}`}
            inputWrapperOrder={["input", "description", "error"]}
            error={save.error?.message}
            flex="1 1 240px"
          />
          <Button type="submit" variant="default" disabled={isSame} loading={save.isPending}>
            {t("save")}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
