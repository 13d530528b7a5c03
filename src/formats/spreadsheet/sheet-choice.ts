import type { OpenedFile, Sheet } from '#pricelist/types.ts'

/** The sheet asked for, else the first visible one with data, else any with data, else the first. */
export function chooseSheet(sheets: readonly Sheet[], chosen: string | undefined): Sheet | undefined {
  if (chosen !== undefined) return sheets.find(({ name }) => name === chosen)
  return (
    sheets.find(({ hidden, hasData }) => hasData && !hidden) ??
    sheets.find(({ hasData }) => hasData) ??
    sheets[0]
  )
}

/** The other visible sheets that have data, in which a price list can be that this one lacks. */
export const otherSheets = ({ sheets = [], sheet }: Pick<OpenedFile, 'sheets' | 'sheet'>): string[] =>
  sheets.filter(({ name, hidden, hasData }) => hasData && !hidden && name !== sheet).map(({ name }) => name)
