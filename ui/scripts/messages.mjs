// Compiles the messages, unless what is there was made of the same ones: the compiler takes longer than most of what needs it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const OUT = './src/lib/i18n/generated';
const STAMP = `${OUT}/made-of`;

// The lock file stands for the compiler's version.
const sources = [...readdirSync('./messages').sort().map((name) => `./messages/${name}`), './project.inlang/settings.json', './package-lock.json', './scripts/messages.mjs'];
const hash = createHash('sha256');
for (const source of sources) hash.update(`${source}\n`).update(readFileSync(source));
const wanted = hash.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  rmSync(STAMP, { force: true });
  const options = ['--project', './project.inlang', '--outdir', OUT, '--output-structure', 'locale-modules', '--emit-ts-declarations', '--silent'];
  const { status } = spawnSync('paraglide-js', ['compile', ...options], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(STAMP, wanted);
}
