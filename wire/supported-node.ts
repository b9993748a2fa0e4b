/**
 * wire/supported-node: throws on a Node that is too old. Entry points import it before anything else, so that users
 * read this error and not one about a missing export of a library.
 */
import { tooOldNode } from './node-version.ts';

const message = tooOldNode(process.version);
if (message !== undefined) throw new Error(`touchstone ${message}`);
