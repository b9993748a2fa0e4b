/** conformance/checks/catalog/profiles: the profile of a wallet (2.8, 4.19) under each of its addresses. */
import { isObject, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { isSameCaseless, success, valueAt } from '../assertions.ts';
import { check, sendPath } from '../definition.ts';

const SAMPLES = 4;

function profileOf(proxy: string) {
  return valueAt('/proxyWallet', { $caseless: proxy });
}

/** Authors of the replies of the known comments; each names a proxy wallet and a base address. */
async function commentAuthors(context: CheckContext) {
  const [comment] = context.bindings.comments;
  if (comment === undefined) return [];
  const response = await sendPath(context, 'comment-replies', comment, { limit: '20' });
  return objectsIn(response.json).map((reply) => (isObject(reply['profile']) ? reply['profile'] : {}));
}

export const profileChecks = [
  check('profile', 'asked', {
    title: 'a profile has the requested proxy wallet',
    clauses: ['2.8/proxyWallet.asked', '4.19/user_address.wallet'],
    cost: { profile: 2 * SAMPLES },
    async run(context) {
      for (const address of context.bindings.profiles.slice(0, SAMPLES)) {
        const response = await sendPath(context, 'profile', address);
        const shown = textAt(response.json, 'proxyWallet');
        if (!isSuccess(response) || shown === undefined) continue;
        // The address may be a user's own wallet; the proxy wallet of the profile must lead to the same profile.
        const isProxy = isSameCaseless(shown, address);
        const proxy = isProxy ? address : shown;
        const byProxy = isProxy ? response : await sendPath(context, 'profile', proxy);
        context.judge(success('4.19/user_address.wallet', byProxy, `${proxy} is the proxyWallet of a profile`));
        context.judge({ clauses: '2.8/proxyWallet.asked', of: byProxy, must: profileOf(proxy) });
      }
    },
  }),
  check('profile', 'both-wallets', {
    title: 'proxy wallet and base wallet of an author have the same profile',
    clauses: ['4.19/user_address.wallet', '2.8/proxyWallet.asked'],
    needs: ['comment'],
    cost: { 'comment-replies': 1, profile: 2 * SAMPLES },
    async run(context) {
      const authors = (await commentAuthors(context)).slice(0, SAMPLES);
      if (authors.length === 0) context.notTestable('no comment shows an author', 'name a comment with replies');
      for (const author of authors) {
        const proxy = textOrEmpty(author, 'proxyWallet');
        const base = textOrEmpty(author, 'baseAddress');
        if (!/^0x[0-9a-fA-F]{40}$/.test(proxy) || !/^0x[0-9a-fA-F]{40}$/.test(base)) continue;
        const byProxy = await sendPath(context, 'profile', proxy);
        // An author without a public profile is not evidence about addresses.
        if (!isSuccess(byProxy)) continue;
        context.judge({ clauses: '2.8/proxyWallet.asked', of: byProxy, must: profileOf(proxy) });
        const byBase = await sendPath(context, 'profile', base);
        const because = `${base} is the base address of this wallet`;
        context.judge({ clauses: '4.19/user_address.wallet', of: byBase, must: profileOf(proxy), because });
      }
    },
  }),
  check('profile', 'case', {
    title: 'the address in lower case gives the same profile',
    clauses: ['D/entity-forms.profile.case'],
    async run(context) {
      const address = context.bindings.profiles.find((text) => text !== text.toLowerCase());
      if (address === undefined)
        return context.notTestable('no known address has a capital letter', 'name one in the target file');
      const response = await sendPath(context, 'profile', address.toLowerCase());
      context.judge(success('D/entity-forms.profile.case', response, `${address} has a profile`));
    },
  }),
];
