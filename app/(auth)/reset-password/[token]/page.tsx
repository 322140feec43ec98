import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { ResetPasswordForm } from "../../../../components/auth/reset-password-form.tsx";
import { secretPage } from "../../../../components/i18n/page-title.ts";
import { showMailedLink } from "../../../../server/for-pages.ts";

export const generateMetadata = () => secretPage("resetPassword");

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { state } = await showMailedLink("resetPassword", token);
  return (
    <AuthFrame>
      <ResetPasswordForm token={token} state={state} />
    </AuthFrame>
  );
}
