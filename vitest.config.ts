/** vitest.config: which files are tests, and how long one may take before it counts as hanging. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    allowOnly: false,
  },
});
