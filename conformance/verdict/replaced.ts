/** conformance/verdict/replaced: the remark about the clauses that the profile of a run replaces. */
import type { Register } from '../../spec/clauses/register.ts';

/** One line that says how many clauses are not judged, and why; none for a profile of the interface alone. */
export function replacedRemarks({ replaced }: Register, profile: string | undefined): readonly string[] {
  if (replaced === undefined || profile === undefined) return [];
  const { ofRoutes, listed } = replaced;
  return [
    `the profile ${profile} replaces ${ofRoutes.length + listed.length} clauses of the interface: ${ofRoutes.length} about the form of routes that it serves otherwise, and ${listed.length} that it contradicts; its own are P/...`,
  ];
}
