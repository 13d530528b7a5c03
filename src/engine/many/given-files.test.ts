import { expect, it } from 'vitest'
import { filesIn, pathOf } from './given-files.ts'

// What a browser gives of a dropped folder (HTML, File and Directory Entries API).
const fileEntry = (fullPath: string, isBroken = false) =>
  ({
    isFile: true,
    isDirectory: false,
    fullPath,
    name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
      isBroken ? reject(new DOMException('', 'NotReadableError')) : resolve(new File(['1'], fullPath)),
  }) as unknown as FileSystemEntry

const folderEntry = (fullPath: string, entries: FileSystemEntry[]) =>
  ({
    isFile: false,
    isDirectory: true,
    fullPath,
    name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    createReader: () => {
      const parts = [entries, []]
      return { readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(parts.shift() ?? []) }
    },
  }) as unknown as FileSystemEntry

it('FILE-07 · the files of a dropped folder have their paths; those that cannot be read are named, and pictures are no lists', async () => {
  const inner = folderEntry('/a/b', [fileEntry('/a/b/2.csv'), fileEntry('/a/b/3.csv', true)])
  const { files, unread } = await filesIn([
    folderEntry('/a', [inner, fileEntry('/a/1.csv'), fileEntry('/a/x.png')]),
  ])
  expect(files.map(pathOf)).toEqual(['a/1.csv', 'a/b/2.csv'])
  expect(unread).toEqual(['a/b/3.csv'])
})

it('FILE-07 · of a whole disk no more files are collected than show that they are too many', async () => {
  const entries = Array.from({ length: 5000 }, (_, i) => fileEntry(`/a/${i}.csv`))
  const { files } = await filesIn([folderEntry('/a', entries)])
  expect(files).toHaveLength(1001)
})
