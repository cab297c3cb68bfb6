// Lint rules. The import rules are the architecture: one importer of Tauri, and tiers that point one way.
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const tauri = { group: ['@tauri-apps/*'], message: 'Only src/lib/ipc/tauri.ts knows Tauri.' };
const noComponents = { group: ['$components/*', '$views/*'], message: 'src/lib does not know components or views.' };
const noViews = { group: ['$views/*'], message: 'Components do not know views.' };
const noDomain = { group: ['$components/!(shared)/**', '$views/*'], message: 'Shared components know no domain.' };

const limit = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/lib/i18n/generated', 'src/lib/ipc/generated'] },
  ...tseslint.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // TypeScript knows the names; the rule does not know the browser's.
      'no-undef': 'off',
      'svelte/no-at-html-tags': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['src/lib/**'], rules: limit(tauri, noComponents) },
  { files: ['src/lib/ipc/tauri.ts'], rules: limit(noComponents) },
  { files: ['src/components/**'], rules: limit(tauri, noViews) },
  { files: ['src/components/shared/**'], rules: limit(tauri, noDomain) },
  { files: ['src/views/**', 'src/*.ts', 'src/*.svelte'], rules: limit(tauri) },
);
