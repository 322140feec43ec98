"use client";

import { Alert } from "@mantine/core";
import { IconCheck, IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** How the checkout ended that the viewer comes back from. Only Stripe's own word credits anything. */
export function CheckoutNotice() {
  const t = useTranslations("settings.credits");
  const checkout = useSearchParams().get("checkout");
  const router = useRouter();
  const pathname = usePathname();
  if (checkout !== "paid" && checkout !== "cancelled") return null;
  const isPaid = checkout === "paid";
  return (
    <Alert
      role="status"
      color={isPaid ? "sea" : "gray"}
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
