import { expect, test } from 'vitest';
import { findAll, fold } from './memory-fold';

const cases: [string, string, string, string[]][] = [
  ['case makes no difference', 'LoRA and lora', 'LORA', ['LoRA', 'lora']],
  ['width makes no difference', '占 ７４．８％ 与 74.8%', '74.8%', ['７４．８％', '74.8%']],
  ['full-width letters are found', '用 ＧＰＴ 测', 'gpt', ['ＧＰＴ']],
  ['a ligature is found by a part and shown whole', 'eﬃcient', 'ffi', ['ﬃ']],
  ['characters beyond the basic plane keep the offsets', '🌊🌊海', '海', ['海']],
  ['one Chinese character is enough', '海啊海', '海', ['海', '海']],
  ['hits do not overlap', '哈哈哈', '哈哈', ['哈哈']],
  ['a query finds across the punctuation it holds', '甲，乙。', '甲，乙', ['甲，乙']],
  ['any white space matches any other', 'a\u3000b a\nb', 'a b', ['a\u3000b', 'a\nb']],
  ['an empty query finds nothing', 'abc', '', []],
  ['white space alone finds nothing', 'a b', ' ', []],
];
test.each(cases)('%s', (_, text, query, found) => {
  expect(findAll(fold(text), query).map(({ start, end }) => text.slice(start, end))).toEqual(found);
});
