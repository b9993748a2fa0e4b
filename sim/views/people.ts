/** sim/views/people: wallets by address, in any case, and their public names as JSON. */
import { invariant } from '../../base/result.ts';
import type { World, WorldAccount } from '../world/world.ts';

type Person = {
  readonly account: WorldAccount;
  /** `"proxyWallet":"..."` */
  readonly wallet: string;
  /** `name`, `pseudonym`, `bio`, `profileImage` and `profileImageOptimized` as JSON members. */
  readonly names: string;
};

export type People = ReturnType<typeof createPeople>;

export function createPeople(world: World) {
  const people = world.accounts.map(personOf);
  const byAddress = new Map(people.map((person) => [person.account.address.toLowerCase(), person]));
  return {
    /** By the venue's wallet index. */
    person: (wallet: number) => {
      const person = people[wallet];
      invariant(person !== undefined, `wallet ${wallet} is in the world`);
      return person;
    },
    byAddress: (address: string) => byAddress.get(address.toLowerCase()),
    /** The next account, which has joined the world. */
    add(account: WorldAccount) {
      invariant(account.index === people.length, 'accounts join in order');
      const person = personOf(account);
      people.push(person);
      byAddress.set(account.address.toLowerCase(), person);
    },
  };
}

/** Without a profile every name is empty. The optimized picture is the picture itself. */
function personOf(account: WorldAccount): Person {
  const { name = '', pseudonym = '', bio = '', profileImage = '' } = account.profile ?? {};
  const names = { name, pseudonym, bio, profileImage, profileImageOptimized: profileImage };
  return {
    account,
    wallet: `"proxyWallet":${JSON.stringify(account.address)}`,
    names: JSON.stringify(names).slice(1, -1),
  };
}
