"use client";

import { Stack, Alert } from "@mantine/core";
import { IconCheck, IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Viewer } from "../shell/queries.ts";
import { useViewer } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Panel } from "../ui/panel.tsx";
import { CreditBalance } from "./credit-balance.tsx";
import { CreditLedger } from "./credit-ledger.tsx";
import { CreditPacks } from "./credit-packs.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** The credits of a Gateway workspace: balance, packs to buy and all transactions. */
export function CreditsPage() {
  const viewer = useViewer();
  return <SettingsFrame page="credits">{viewer ? <Credits viewer={viewer} /> : null}</SettingsFrame>;
}

function Credits({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("settings.credits");
  if (viewer.plan !== "GATEWAY") {
    return (
      <Panel>
        <EmptyFace picture="list" title={t("otherPlan")} message={t("otherPlanHint")} />
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

/** The result of a checkout, when the viewer returns from it. Credits are added only after Stripe's own confirmation. */
function CheckoutNotice() {
  const t = useTranslations("settings.credits");
  const checkout = useSearchParams().get("checkout");
  const router = useRouter();
  const pathname = usePathname();
  if (checkout !== "paid" && checkout !== "cancelled") return null;
  const isPaid = checkout === "paid";
  return (
    <Alert
      role="status"
      color={isPaid ? "petrol" : "gray"}
      icon={isPaid ? <IconCheck size={18} aria-hidden /> : <IconInfoCircle size={18} aria-hidden />}
      title={t(isPaid ? "thanks" : "nothingBought")}
      withCloseButton
      closeButtonLabel={t("close")}
      onClose={() => router.replace(pathname)}
    >
      {t(isPaid ? "thanksHint" : "nothingBoughtHint")}
    </Alert>
  );
}
