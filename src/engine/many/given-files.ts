import { isNoList } from '#formats/packed/archive.ts'
import { LIMITS } from '#product/limits.ts'

/** Paths of files in dropped folders: the files themselves do not tell. */
const paths = new WeakMap<File, string>()

/** The path of a file that was given, below the folder that was given. */
export const pathOf = (file: File): string => paths.get(file) ?? (file.webkitRelativePath || file.name)

/** `unread`: paths of files and folders that cannot be read. */
type FoundFiles = { readonly files: File[]; readonly unread: string[] }

/** The files of what was dropped, and of the folders in it, that may be lists: no more than one beyond those that can be read together. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], unread: [] }
  await collect(entries, found)
  return found
}

async function collect(entries: readonly FileSystemEntry[], { files, unread }: FoundFiles): Promise<void> {
  for (const entry of entries) {
    if (files.length > LIMITS.manyLists) return
    const path = entry.fullPath.replace(/^\//, '')
    try {
      if (isFolder(entry)) await collect(await entriesOf(entry), { files, unread })
      else if (isFile(entry) && !isNoList(path)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
        paths.set(file, path)
        files.push(file)
      }
    } catch {
      unread.push(path)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** In the order of their names. Browsers give a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name))
    all.push(...some)
  }
}
