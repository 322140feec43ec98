import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthFrame } from "../../../components/auth/auth-frame.tsx";
import { SignUpForm } from "../../../components/auth/sign-up-form.tsx";
import { paths } from "../../../components/paths.ts";
import { pageSession } from "../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Create a workspace" };

export default async function SignUpPage() {
  if (await pageSession()) redirect(paths.home());
  return (
    <AuthFrame>
      <SignUpForm />
    </AuthFrame>
  );
}
