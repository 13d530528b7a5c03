import type { FromExports, ToExports } from './export-messages.ts'

const post = (message: FromExports): void => self.postMessage(message)

const onProgress = (done: number): void => post({ kind: 'progress', done })

self.addEventListener('message', ({ data }: MessageEvent<ToExports>) => {
  make(data).then(
    ({ file, notes }) => post({ kind: 'made', file, notes }),
    (error: unknown) => post({ kind: 'failed', message: String(error) }),
  )
})

type Made = Omit<Extract<FromExports, { kind: 'made' }>, 'kind'>

/** What makes a file is loaded when that kind is asked for. */
async function make(order: ToExports): Promise<Made> {
  const { lang, rows } = order
  if ('source' in order) {
    const { ownFile } = await import('./own-file.ts')
    return ownFile(order, onProgress)
  }
  const { kind, facts } = order
  if (kind === 'xlsx') {
    const { resultsXlsx } = await import('./results-xlsx.ts')
    return { file: await resultsXlsx(rows, facts, lang, onProgress), notes: [] }
  }
  const [{ resultsPdf }, { loadPdfFonts }] = await Promise.all([
    import('./results-pdf.ts'),
    import('./load-pdf-fonts.ts'),
  ])
  return { file: await resultsPdf(rows, facts, { lang, fonts: await loadPdfFonts() }, onProgress), notes: [] }
}
