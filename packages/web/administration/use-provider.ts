import { useConfiguration } from "../api/configuration.ts";

/** Whom to turn to at the provider: its address where one is configured, else its name. */
export function useProvider(): string {
  const configuration = useConfiguration();
  return configuration?.contact.email ?? configuration?.provider_name ?? "";
}
