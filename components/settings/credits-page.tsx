"use client";

import { Stack } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Viewer } from "../shell/queries.ts";
import { useViewer } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Panel } from "../ui/panel.tsx";
import { CheckoutNotice } from "./checkout-notice.tsx";
import { CreditBalance } from "./credit-balance.tsx";
import { CreditLedger } from "./credit-ledger.tsx";
import { CreditPacks } from "./credit-packs.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** What a Gateway workspace sends with: its balance, the packs to buy, and what became of every credit. */
export function CreditsPage() {
  const viewer = useViewer();
  return <SettingsFrame tab="credits">{viewer ? <Credits viewer={viewer} /> : null}</SettingsFrame>;
}

function Credits({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("settings.credits");
  if (viewer.plan !== "GATEWAY") {
    return (
      <Panel>
        <EmptyFace icon={<IconCoins size={24} aria-hidden />} title={t("otherPlan")} message={t("otherPlanHint")} />
      </Panel>
    );
  }
  if (!viewer.permissions.includes("MANAGE_WORKSPACE")) {
    return (
      <Panel>
        <ForbiddenFace />
      </Panel>
    );
  }
  return (
    <Stack gap="lg">
      <CheckoutNotice />
      <CreditBalance />
      <CreditPacks />
      <CreditLedger />
    </Stack>
  );
}
