"use client";

import { Alert } from "@mantine/core";
import { IconCheck, IconInfoCircle } from "@tabler/icons-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** How the checkout ended that the viewer comes back from. Only Stripe's own word credits anything. */
export function CheckoutNotice() {
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
      title={isPaid ? "Thank you" : "Nothing was bought"}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => router.replace(pathname)}
    >
      {isPaid
        ? "Your credits appear here as soon as Stripe has confirmed the payment, usually within seconds."
        : "You left the checkout, and nothing was charged."}
    </Alert>
  );
}
