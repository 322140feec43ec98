import type { Metadata } from "next";
import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { InvitationCard } from "../../../../components/auth/invitation-card.tsx";
import { pageTitle } from "../../../../components/i18n/page-title.ts";

export async function generateMetadata(): Promise<Metadata> {
  // The address is a secret: no other site and no search engine is told of it.
  return { ...(await pageTitle("invitation")), referrer: "no-referrer", robots: { index: false } };
}

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  return (
    <AuthFrame>
      <InvitationCard token={(await params).token} />
    </AuthFrame>
  );
}
