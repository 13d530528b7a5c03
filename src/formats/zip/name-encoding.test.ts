import { describe, expect, test } from 'vitest'
import { decodeEntryName } from './name-encoding.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

describe('FILE-01 · names in archives', () => {
  test.each([
    ['UTF-8', 'd1 86 d0 b5 d0 bd d0 b8 2e 63 73 76', 'цени.csv'],
    ['CP866', 'e6 a5 ad a8 2e 63 73 76', 'цени.csv'],
    ['CP866 with Ё and №', 'f0 20 fc 20 ff', 'Ё № \u00a0'],
    ['MIK', 'b6 a5 ad a8 2e 63 73 76', 'цени.csv'],
    ['MIK with capitals', '96 85 8d 88 bf', 'ЦЕНИя'],
    ['Windows-1251', 'f6 e5 ed e8 2e 63 73 76', 'цени.csv'],
    ['Windows-1251 with capitals', 'd6 c5 cd c8', 'ЦЕНИ'],
    ['UTF-8 with a replacement character', 'ef bf bd 2e 63 73 76', '\ufffd.csv'],
    ['folders of DOS', '61 5c 62 2e 63 73 76', 'a/b.csv'],
  ])('%s', (_, name, text) => {
    expect(decodeEntryName(bytes(name))).toBe(text)
  })
})
