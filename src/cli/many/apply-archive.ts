import { basename } from 'node:path'
import { writtenEntry } from '#formats/format.ts'
import type { ArchiveFile } from '#formats/packed/archive.ts'
import { type PatchedList, replaceLists } from '#formats/packed/repack.ts'
import { deflate } from '#formats/zip/write.ts'
import { outOf, patched } from '../apply.ts'
import type { CliOptions } from '../args.ts'
import { CliError, counted } from '../error.ts'
import { printAbout, printFailure, write } from '../output.ts'
import { readPriceListFile } from '../read-file.ts'
import { type OpenedArchive, printOthers, requestFor } from './archive-lists.ts'

/**
 * Writes an archive with the converted prices in its lists, and everything else in it byte for byte (FILE-07).
 * @returns the exit code: 1 where a list was left as it is
 */
export async function applyArchive(request: CliOptions, archive: OpenedArchive): Promise<number> {
  const { bytes, lists, others } = archive
  const written = new Map<string, PatchedList>()
  const paths = [...lists, ...others].map(({ path }) => path)
  for (const list of lists) {
    const subject = `${request.source}/${list.path}`
    try {
      written.set(list.path, await patchedList({ ...request, subject }, list, paths))
    } catch (error) {
      printFailure(error, { subject })
    }
  }
  if (!request.quiet) printOthers(request, others)
  if (written.size === 0) throw new CliError('None of the lists in the archive could be converted.')
  const out = outOf(request, { format: 'csv', packing: { kind: 'zip', entry: '' } })
  await write(out, await replaceLists(bytes, written), request.file)
  if (written.size === lists.length) return 0
  const count = `${written.size} of ${counted(lists.length, 'list')}`
  printAbout(request, `${count} in the archive converted; the others are in it as they were.`)
  return 1
}

/** @param paths those of all lists and other files of the archive */
async function patchedList(
  options: CliOptions,
  list: ArchiveFile,
  paths: readonly string[],
): Promise<PatchedList> {
  const { path } = list
  const request = await requestFor(options, list)
  const reading = await readPriceListFile(request, { allKeys: true, names: false })
  const { format: from } = reading.file
  // What is unpacked last would replace the other one.
  if (paths.filter((one) => one === path).length > 1)
    throw new CliError(`The archive has more than one file that is called ${path}: rename one of them.`)
  const { parts, format } = await patched(request, reading, basename(writtenEntry(path, from)))
  return { content: await deflate(parts), format, from }
}
