// @vitest-environment node
// Text on its ground, in both themes, as WCAG AA asks for. Reads the table of colours itself.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colours = new Map([...css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [name, { light, dark }]));

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const pairs: [string, string[]][] = [
  ['ink', ['paper', 'panel', 'card', 'hover', 'zhu-soft', 'dian-soft', 'ok-soft', 'tui-soft', 'found']],
  ['ink-2', ['paper', 'panel', 'card', 'hover']],
  ['ink-3', ['paper', 'panel', 'card']],
  ['zhu', ['paper', 'panel', 'card', 'zhu-soft']],
  ['ok', ['paper', 'card']],
  ['tui', ['paper', 'card']],
  ['dian', ['paper', 'panel', 'card']],
  ['on-ink', ['ink']],
];
const cases = pairs.flatMap(([text, grounds]) => grounds.flatMap((ground) => (['light', 'dark'] as const).map((theme) => [text, ground, theme] as const)));

test.each(cases)('%s on %s in %s is readable', (text, ground, theme) => {
  const [a, b] = [colours.get(text)?.[theme], colours.get(ground)?.[theme]];
  expect(a && b && contrast(a, b)).toBeGreaterThanOrEqual(4.5);
});

test('black on white has the contrast that the formula gives', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
});
