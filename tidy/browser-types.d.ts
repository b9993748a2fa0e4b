/** tidy/browser-types.d: browser types in declarations of packages for tests (viem, the clients). */
declare type AuthenticatorAttestationResponse = object;
declare type AuthenticationExtensionsClientOutputs = object;
declare type HeadersInit = object;
declare type RequestCredentials = string;
