/** tidy/webauthn.d: names of browser types that the declarations of viem, a package of tests, refer to. The project has no browser types. */
declare type AuthenticatorAttestationResponse = object;
declare type AuthenticationExtensionsClientOutputs = object;
