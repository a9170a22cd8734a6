/** An environment that cannot be used; one sentence a problem. */
export class ConfigurationFault extends Error {
  override readonly name = "ConfigurationFault";
}
