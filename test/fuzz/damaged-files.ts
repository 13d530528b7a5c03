import { drawDbfFile } from './dbf-files.ts'
import type { Dice } from './dice.ts'
import { drawFeedFile } from './feed-files.ts'
import type { FuzzFile } from './list.ts'
import { drawOdsFile } from './ods-files.ts'
import { drawJsonFile, drawPageFile } from './page-files.ts'
import { drawPackedFile } from './packed-files.ts'
import { drawDelimitedFile } from './text-files.ts'
import { drawWorkbookFile } from './workbook-files.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file of any kind with bytes changed, lost, repeated, moved. */
export function drawDamagedFile(dice: Dice): FuzzFile {
  const draw = dice.pick([
    drawWorkbookFile,
    drawDelimitedFile,
    drawWorkbookFile,
    drawPageFile,
    drawJsonFile,
    drawFeedFile,
    drawPackedFile,
    drawOdsFile,
    drawDbfFile,
  ])
  const { fileName, bytes, traits } = draw(dice)
  const count = dice.weighted([
    [6, 1],
    [3, dice.from(2, 4)],
    [1, dice.from(5, 20)],
  ])
  const done = dice.times(count, () => dice.pick(DAMAGES))
  const damaged = done.reduce((left, { apply }) => (left.length === 0 ? left : apply(dice, left)), bytes)
  const start = String.fromCharCode(...bytes.subarray(0, 2))
  const isArchive = start === 'PK' || start === '\x1f\x8b'
  // Other damages can move whole entries, which makes another archive that is whole.
  const isGuarded = isArchive && done.every(({ keepsOrder }) => keepsOrder)
  return {
    fileName,
    bytes: damaged,
    traits: `${done.map(({ what }) => what).join(', ')} of ${traits}`,
    ...(isGuarded && { original: bytes }),
  }
}

type Damage = {
  readonly what: string
  readonly keepsOrder: boolean
  readonly apply: (dice: Dice, bytes: Bytes) => Bytes
}

const place = (dice: Dice, bytes: Bytes): number => dice.from(0, bytes.length - 1)

const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const inserted = (bytes: Bytes, at: number, ...added: number[]): Bytes =>
  joined(bytes.subarray(0, at), Uint8Array.from(added), bytes.subarray(at))

const QUOTE = 0x22

const DAMAGES: readonly [Damage, ...Damage[]] = [
  {
    what: 'a flipped bit',
    keepsOrder: true,
    apply: (dice, bytes) => {
      const changed = bytes.slice()
      changed[place(dice, bytes)]! ^= 1 << dice.from(0, 7)
      return changed
    },
  },
  {
    what: 'another byte',
    keepsOrder: true,
    apply: (dice, bytes) => {
      const changed = bytes.slice()
      changed[place(dice, bytes)] = dice.from(0, 255)
      return changed
    },
  },
  { what: 'cut', keepsOrder: true, apply: (dice, bytes) => bytes.slice(0, place(dice, bytes)) },
  { what: 'its head cut', keepsOrder: true, apply: (dice, bytes) => bytes.slice(place(dice, bytes)) },
  {
    what: 'a hole',
    keepsOrder: true,
    apply: (dice, bytes) => {
      const at = place(dice, bytes)
      return joined(bytes.subarray(0, at), bytes.subarray(at + dice.from(1, 200)))
    },
  },
  {
    what: 'a block twice',
    keepsOrder: false,
    apply: (dice, bytes) => {
      const at = place(dice, bytes)
      const end = at + dice.from(1, 400)
      return joined(bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end))
    },
  },
  {
    what: 'a block moved',
    keepsOrder: false,
    apply: (dice, bytes) => {
      const [from, to] = [place(dice, bytes), place(dice, bytes)]
      const changed = bytes.slice()
      changed.copyWithin(to, from, from + dice.from(1, 400))
      return changed
    },
  },
  { what: 'zeros', keepsOrder: true, apply: (dice, bytes) => inserted(bytes, place(dice, bytes), 0, 0) },
  { what: 'a quote', keepsOrder: true, apply: (dice, bytes) => inserted(bytes, place(dice, bytes), QUOTE) },
  {
    what: 'noise',
    keepsOrder: true,
    apply: (dice, bytes) =>
      inserted(bytes, place(dice, bytes), ...dice.times(dice.from(1, 40), () => dice.from(0, 255))),
  },
  {
    what: 'another file behind it',
    keepsOrder: false,
    apply: (dice, bytes) => joined(bytes, drawDelimitedFile(dice).bytes),
  },
]
