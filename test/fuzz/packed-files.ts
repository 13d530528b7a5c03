import { gzipSync } from 'node:zlib'
import { zip } from '../fixtures/catalogues/zips.ts'
import type { Dice } from './dice.ts'
import type { FuzzFile } from './list.ts'
import { drawJsonFile, drawPageFile } from './page-files.ts'
import { drawDelimitedFile } from './text-files.ts'
import { drawWorkbookFile } from './workbook-files.ts'

/** What archives have beside the list. */
const OTHERS = [
  { name: 'снимки/', content: '' },
  { name: 'снимки/1.JPG', content: '\xff\xd8\xff' },
  { name: '__MACOSX/._list.csv', content: '\0\x05\x16\x07' },
  { name: 'a/.DS_Store', content: '\0\0\0\x01Bud1' },
  {
    name: 'прочети.txt',
    content: 'Уважаеми клиенти,\nизпращаме ви нашата нова ценова листа за следващата година.\n',
  },
]

/** A file of another kind in gzip, or alone or with others in a ZIP archive. */
export function drawPackedFile(dice: Dice): FuzzFile {
  const draw = dice.pick([drawDelimitedFile, drawDelimitedFile, drawWorkbookFile, drawPageFile, drawJsonFile])
  const { fileName, bytes, traits, ...expected } = draw(dice)
  if (dice.chance(50))
    return {
      ...expected,
      fileName: dice.chance(80) ? `${fileName}.gz` : fileName,
      bytes: new Uint8Array(gzipSync(bytes)),
      traits: `gzip of ${traits}`,
    }
  const name = dice.chance(50) ? fileName : `ценови листи/${fileName}`
  const others = OTHERS.filter(() => dice.chance(30)).map((one) => ({
    name: one.name,
    content: new TextEncoder().encode(one.content),
  }))
  const at = dice.from(0, others.length)
  const entries = [...others.slice(0, at), { name, content: bytes }, ...others.slice(at)]
  return { ...expected, fileName: 'archive.zip', bytes: zip(entries), traits: `ZIP of ${traits}` }
}
