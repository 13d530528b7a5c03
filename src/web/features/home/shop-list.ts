import { convertMinorUnits } from '#money/convert.ts'
import { NATIONAL } from '#money/currency.ts'
import { m } from '#i18n/messages/messages.js'

/** The list that is pictured before and after, and in the protocol: code, name, price in stotinki. */
export const shopRows = () =>
  (
    [
      ['1042', m.home_bulk_glue(), 14_90],
      ['1043', m.home_bulk_paint(), 46_80],
      ['1051', m.home_bulk_roller(), 7_35],
      ['1068', m.home_bulk_primer(), 22_49],
      ['1070', m.home_bulk_grout(), 5_99],
    ] as const
  ).map(([code, name, stotinki]) => {
    const { national, euro } = convertMinorUnits(stotinki, NATIONAL)
    return { code, name, national, euro }
  })
