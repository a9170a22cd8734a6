import { isAdministrator } from "@siegel/contract/permissions.ts";
import { useParams } from "@tanstack/react-router";
import type { JSX } from "react";
import type { AdminSection } from "../paths.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { RoleUser } from "./role-user.tsx";
import { useWhoIsThere } from "./who-is-there.ts";
import "../styles/administration.css";

/** One section of the administration; somebody with the role `user` reads what they may do and whom to ask. */
export function AdminPage(): JSX.Element {
  const { section } = useParams({ strict: false }) as { readonly section: AdminSection };
  const { user } = useWhoIsThere();
  if (!isAdministrator(user.account_role) && section !== "account") return <RoleUser />;
  return <AdminFrame section={section} />;
}
