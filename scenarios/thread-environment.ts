/**
 * scenarios/thread-environment: what a thread of this process is started in: with the compile cache that the process uses, so
 * that it does not compile again what has been compiled. Node reads that from the environment, before the first file.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

export function threadEnvironment(): NodeJS.ProcessEnv {
  const own = getCompileCacheDir();
  // Node keeps a folder for each of its versions in the one it is told.
  return own === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(own) };
}
