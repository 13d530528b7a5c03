/**
 * The page that a developer would write for the same task in an afternoon: a drop zone, papaparse for text,
 * SheetJS for workbooks, big.js for the amounts, a table with the first 100 rows; on the main thread, without
 * validation or storage. `browser.ts` compares Levro with it in the same browser.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** As their makers bundle them for a script tag. */
const LIBRARIES: Readonly<Record<string, string>> = {
  '/papaparse.js': import.meta.resolve('papaparse/papaparse.min.js'),
  '/xlsx.js': import.meta.resolve('@e965/xlsx/dist/xlsx.full.min.js'),
  '/big.js': import.meta.resolve('big.js/big.js'),
}

/** What the table's rows are found by. */
export const NAIVE_ROWS = '#prices tbody tr'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>BGN to EUR</title>
<style>body { font: 1rem sans-serif; margin: 2rem } td { padding: 0.25rem 1rem }</style>
<h1>Drop your price list here</h1>
<p id="count"></p>
<table id="prices"></table>
${Object.keys(LIBRARIES)
  .map((path) => `<script src="${path}"></script>`)
  .join('\n')}
<script>
  const toEuro = (price) => new Big(String(price).replace(',', '.')).div('1.95583').round(2, Big.roundHalfUp).toFixed(2)

  function show(rows) {
    const converted = rows.map((row) => ({ ...row, EUR: toEuro(row['Цена']) }))
    document.querySelector('#count').textContent = converted.length + ' rows'
    const table = document.querySelector('#prices')
    table.replaceChildren()
    const head = table.createTHead().insertRow()
    for (const title of Object.keys(converted[0])) head.insertCell().textContent = title
    const body = table.createTBody()
    for (const row of converted.slice(0, 100)) {
      const line = body.insertRow()
      for (const value of Object.values(row)) line.insertCell().textContent = value
    }
  }

  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', async (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file.name.endsWith('.csv'))
      return Papa.parse(file, { header: true, skipEmptyLines: true, complete: ({ data }) => show(data) })
    const book = XLSX.read(await file.arrayBuffer())
    show(XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0]]))
  })
</script>
`

export type NaivePage = { origin: string; stop: () => Promise<void> }

export async function serveNaivePage(): Promise<NaivePage> {
  const server = createServer(({ url = '/' }, reply) => {
    const library = LIBRARIES[url]
    if (library !== undefined) {
      reply.setHeader('content-type', 'text/javascript; charset=utf-8')
      reply.end(readFileSync(fileURLToPath(library)))
    } else if (url === '/') {
      reply.setHeader('content-type', 'text/html; charset=utf-8')
      reply.end(PAGE)
    } else {
      reply.statusCode = 404
      reply.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
