import { inflateSync } from 'node:zlib'

/**
 * The texts that a PDF file of the product draws, in their order. They are decoded as viewers do for copying: by the map from
 * glyphs to characters of each embedded font.
 */
export function pdfTexts(file: Uint8Array): string[] {
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of Buffer.from(file)
    .toString('latin1')
    .matchAll(/^(\d+) 0 obj\r?\n(.*?)\r?\nendobj/gms))
    objects.set(id, body)
  const all = [...objects.values()]
  const charactersOf = new Map<string, ReadonlyMap<string, string>>()
  for (const [, resource = '', font = ''] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1] ?? ''
    charactersOf.set(resource, charactersIn(streamOf(objects.get(map) ?? '')))
  }
  return all
    .filter((body) => body.includes('stream'))
    .flatMap((body) => [...streamOf(body).matchAll(/\/(F\d+) [^<>]* Tf [^<>]*<([\da-f]+)> Tj/gi)])
    .map(([, font = '', glyphs = '']) =>
      (glyphs.toLowerCase().match(/.{4}/g) ?? [])
        .map((glyph) => charactersOf.get(font)?.get(glyph) ?? '\ufffd')
        .join(''),
    )
}

function streamOf(body: string): string {
  const stream = /stream\r?\n(.*?)\r?\nendstream/s.exec(body)?.[1] ?? ''
  const bytes = Buffer.from(stream, 'latin1')
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

const charactersIn = (map: string): ReadonlyMap<string, string> =>
  new Map(
    [...map.matchAll(/^<([\da-f]{4})><([\da-f]{4})>$/gim)].map(([, glyph = '', code = '']) => [
      glyph.toLowerCase(),
      String.fromCharCode(Number.parseInt(code, 16)),
    ]),
  )
