// How the interface is built and how its unit tests run.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: at('./src/lib'), $components: at('./src/components'), $views: at('./src/views') },
    // Vitest would otherwise take Svelte's server build, which mounts nothing.
    conditions: process.env.VITEST ? ['browser', 'module', 'import', 'default'] : undefined,
  },
  build: {
    target: ['chrome125', 'safari18'],
    // The content policy allows fonts from 'self' only, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles with the document: what was drawn last needs them before the script that draws is there.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 900,
  },
  server: { port: 5173, strictPort: true },
  test: { environment: 'happy-dom', testTimeout: 30_000, include: ['src/**/*.test.ts'] },
});
