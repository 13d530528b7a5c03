/** Prints the title of a step. */
export const step = (title) => process.stdout.write(`\n── ${title}\n`)
