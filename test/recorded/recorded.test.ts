/**
 * Compares the public contract with the recordings in this folder: output and files of the command line, responses of the
 * API, tables of the database, storage names of the pages, and paths and titles of the pages.
 *
 * A refactoring must not change what users and their programs depend on. The tests do
 * not prove that a recorded behaviour is correct; other tests do. After an intended change, `node test/recorded/record.ts` records
 * again, and the difference in these text files is reviewed with the change.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Recording, formatRecording, parseRecording } from './recording.ts'
import { RECORDINGS, fileOf } from './recordings.ts'

const ROOT = resolve(import.meta.dirname, '../..')

describe.each(Object.keys(RECORDINGS))('the recording %s', (name) => {
  const recorded = parseRecording(readFileSync(fileOf(name), 'utf8'))
  let today: Recording
  beforeAll(async () => {
    today = parseRecording(formatRecording((await RECORDINGS[name]?.(ROOT)) ?? new Map()))
  })

  it('has every entry and no other', () => {
    expect([...today.keys()]).toEqual([...recorded.keys()])
  })

  it.each([...recorded.keys()])('%s', (title) => {
    expect(today.get(title)).toBe(recorded.get(title))
  })
})
