import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { InvitationCard } from "../../../../components/auth/invitation-card.tsx";
import { secretPage } from "../../../../components/i18n/page-title.ts";
import { accountRules } from "../../../../server/for-pages.ts";

export const generateMetadata = () => secretPage("invitation");

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  return (
    <AuthFrame>
      <InvitationCard token={(await params).token} isSignUpClosed={(await accountRules()).signUp === "closed"} />
    </AuthFrame>
  );
}
