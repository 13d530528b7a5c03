import type { FromExports, ToExports } from './export-messages.ts'

const post = (message: FromExports): void => self.postMessage(message)

const onProgress = (done: number): void => post({ kind: 'progress', done })

self.addEventListener('message', ({ data }: MessageEvent<ToExports>) => {
  make(data).then(
    (file) => post({ kind: 'made', file }),
    (error: unknown) => post({ kind: 'failed', message: String(error) }),
  )
})

/** What makes a file is loaded when that kind is asked for. */
async function make(order: ToExports): Promise<Blob> {
  const { lang, rows } = order
  if ('source' in order) {
    const { ownFile } = await import('./own-file.ts')
    return ownFile(order, onProgress)
  }
  const { kind, facts } = order
  if (kind === 'xlsx') {
    const { resultsXlsx } = await import('./results-xlsx.ts')
    return resultsXlsx(rows, facts, lang, onProgress)
  }
  const [{ resultsPdf }, { loadPdfFonts }] = await Promise.all([
    import('./results-pdf.ts'),
    import('./load-pdf-fonts.ts'),
  ])
  return resultsPdf(rows, facts, { lang, fonts: await loadPdfFonts() }, onProgress)
}
