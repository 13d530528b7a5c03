/**
 * What a process that a test starts has of this one's settings: where programs are, and where compiled code is kept. The
 * latter saves a third of the time that a server takes to start.
 */
export function childSettings(): { PATH: string; NODE_COMPILE_CACHE?: string } {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
