import type { Metadata } from "next";
import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { InvitationCard } from "../../../../components/auth/invitation-card.tsx";

export const metadata: Metadata = {
  title: "Invitation",
  // The address is a secret: no other site and no search engine is told of it.
  referrer: "no-referrer",
  robots: { index: false },
};

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  return (
    <AuthFrame>
      <InvitationCard token={(await params).token} />
    </AuthFrame>
  );
}
