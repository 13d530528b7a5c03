import { isAbsolute, relative, resolve, sep } from 'node:path'

/** The path of a file from the folder in which the command was called: the root of the repository. One outside it is absolute. */
export function pathFromRoot(file: string): string {
  const path = relative(process.cwd(), resolve(file))
  const isOutside = path.split(sep)[0] === '..' || isAbsolute(path)
  return (isOutside ? resolve(file) : path).split(sep).join('/')
}
