import { expect, test } from 'vitest';
import zh from '../../../messages/zh-Hans.json';
import en from '../../../messages/en.json';

/** Names between braces in a message, whatever its form. */
const inputs = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{[a-z]+\}/gi) ?? [])].sort();

test('both languages have the same messages', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort());
});

test('a message asks for the same inputs in both languages', () => {
  const english: Record<string, unknown> = en;
  for (const [key, message] of Object.entries(zh)) expect([key, inputs(english[key])]).toEqual([key, inputs(message)]);
});

test('no message is empty', () => {
  for (const [key, message] of [...Object.entries(zh), ...Object.entries(en)]) expect([key, JSON.stringify(message).length > 2]).toEqual([key, true]);
});
