import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { singleSubstitutions } from './open-type.ts'

const font = new Uint8Array(
  readFileSync(
    createRequire(import.meta.url).resolve('@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf'),
  ),
)

describe('the typeface of the PDF', () => {
  it('CONV-07 · has figures of one width', () => {
    const view = new DataView(font.buffer)
    const table = (tag: string) => {
      for (let i = 0; i < view.getUint16(4); i++) {
        const record = 12 + 16 * i
        const name = String.fromCharCode(...font.subarray(record, record + 4))
        if (name === tag) return view.getUint32(record + 8)
      }
      throw new Error(`The font has no table ${tag}.`)
    }
    const advance = (glyph: number) => view.getUint16(table('hmtx') + 4 * glyph)
    const figures = [...singleSubstitutions(font, ['tnum'], { script: 'latn' })]
    const widths = new Set(figures.map(([, other]) => advance(other)))
    expect(figures.length).toBeGreaterThanOrEqual(10)
    expect(new Set(figures.map(([glyph]) => advance(glyph))).size).toBeGreaterThan(1)
    expect(widths.size).toBe(1)
  })

  it('CONV-07 · has letters of its own for Bulgarian, and none for English', () => {
    const bulgarian = singleSubstitutions(font, ['locl'], { script: 'cyrl', language: 'BGR ' })
    // вгджзиѝйклпттцшщъьюя: about twenty small letters and some capitals differ.
    expect(bulgarian.size).toBeGreaterThan(15)
    expect(singleSubstitutions(font, ['locl'], { script: 'latn' }).size).toBe(0)
  })

  it('CONV-07 · is left as it is where it says nothing', () => {
    expect(singleSubstitutions(font, ['none'], { script: 'cyrl' }).size).toBe(0)
    expect(singleSubstitutions(new Uint8Array(64), ['tnum'], { script: 'latn' }).size).toBe(0)
  })
})
