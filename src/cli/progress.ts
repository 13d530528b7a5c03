/** Shows how much is done, from 0 to 1, on a terminal; nothing in a script. */
export function showProgress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${String(Math.round(done * 100)).padStart(3)} %`)
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}
