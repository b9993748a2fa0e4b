/** wire/supported-node: throws on a Node that is too old. Entry points import it before anything else. */
import { tooOldNode } from './node-version.ts';

const message = tooOldNode(process.version);
if (message !== undefined) throw new Error(`touchstone ${message}`);
