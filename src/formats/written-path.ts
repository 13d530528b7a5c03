import { type OpenedFile, formatOfName, unpackedName, writtenExtension } from './format.ts'

/**
 * The path of a file that is given back, whose name ends as its form does: a workbook in the old form comes back as XLSX. Where
 * that name is taken, the new ending is added to the old one (`list.xls.xlsx`), and then a number (`list (2).xlsx`).
 * @param isTaken whether another file has the path
 */
export function writtenPath(
  path: string,
  file: Pick<OpenedFile, 'format' | 'packing'>,
  isTaken: (path: string) => boolean,
): string {
  const extension = writtenExtension(file, path)
  if (path.toLowerCase().endsWith(`.${extension}`)) return path
  const unpacked = unpackedName(path)
  const stem = formatOfName(unpacked) === undefined ? unpacked : unpacked.replace(/\.[^.]*$/, '')
  const names = [`${stem}.${extension}`, `${path}.${extension}`]
  for (let n = 2; ; n++) {
    const free = names.find((name) => !isTaken(name))
    if (free !== undefined) return free
    names.push(`${stem} (${n}).${extension}`)
  }
}
