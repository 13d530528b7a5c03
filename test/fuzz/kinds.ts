import type { Dice } from './dice.ts'
import { drawDamagedFile } from './damaged-files.ts'
import { drawDbfFile } from './dbf-files.ts'
import { drawFeedFile } from './feed-files.ts'
import type { FuzzFile } from './list.ts'
import { drawOdsFile } from './ods-files.ts'
import { drawJsonFile, drawPageFile } from './page-files.ts'
import { drawPackedFile } from './packed-files.ts'
import { drawDelimitedFile } from './text-files.ts'
import { drawWorkbookFile } from './workbook-files.ts'

/** The kinds of files: how many of each a run reads, and which share must be read rather than rejected. */
export const KINDS = {
  delimited: { files: 5600, leastRead: 0.6, draw: drawDelimitedFile },
  page: { files: 700, leastRead: 0.6, draw: drawPageFile },
  json: { files: 700, leastRead: 0.6, draw: drawJsonFile },
  feed: { files: 700, leastRead: 0.6, draw: drawFeedFile },
  workbook: { files: 1500, leastRead: 0.6, draw: drawWorkbookFile },
  ods: { files: 700, leastRead: 0.6, draw: drawOdsFile },
  dbf: { files: 700, leastRead: 0.6, draw: drawDbfFile },
  packed: { files: 800, leastRead: 0.6, draw: drawPackedFile },
  damaged: { files: 1500, leastRead: 0.2, draw: drawDamagedFile },
} as const satisfies Record<string, { files: number; leastRead: number; draw: (dice: Dice) => FuzzFile }>

export type Kind = keyof typeof KINDS

export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[]
