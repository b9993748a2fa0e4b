/** tidy/browser-types.d: names of browser types to which declarations of packages for tests refer (viem, the clients). The project has none. */
declare type AuthenticatorAttestationResponse = object;
declare type AuthenticationExtensionsClientOutputs = object;
declare type HeadersInit = object;
declare type RequestCredentials = string;
