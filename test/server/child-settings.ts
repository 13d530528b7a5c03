/**
 * The environment that a child process of a test inherits: paths of programs, and the compile cache, which
 * saves a third of the server's start time.
 */
export function childSettings(): { PATH: string; NODE_COMPILE_CACHE?: string } {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
