/** Paths of files in dropped folders: the files themselves do not tell. */
const paths = new WeakMap<File, string>()

/** The path of a file that was given, below the folder that was given. */
export const pathOf = (file: File): string => paths.get(file) ?? (file.webkitRelativePath || file.name)

/** The files of what was dropped, and of the folders in it. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = []
  for (const entry of entries)
    if (isFile(entry)) {
      const file = await new Promise<File | undefined>((resolve) =>
        entry.file(resolve, () => resolve(undefined)),
      )
      if (file === undefined) continue
      paths.set(file, entry.fullPath.replace(/^\//, ''))
      files.push(file)
    } else if (isFolder(entry)) files.push(...(await filesIn(await entriesOf(entry))))
  return files
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** In the order of their names. Browsers give a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name))
    all.push(...some)
  }
}
