import { EXTENSION_LIST } from './error.ts'
import { CURRENCY_CODES, EURO, NATIONAL } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'

const CODES = CURRENCY_CODES.join('|')

export const USAGE = `levro: price lists in lev and euro, at the fixed rate 1 ${EURO} = ${BGN_EUR.rateText} ${NATIONAL}

Usage:
  levro inspect FILE… [options]  what the file is and how it would be read, as one JSON object
  levro convert FILE… [options]  the converted rows as CSV: seq,name,bgn,eur,status,originalPrice,originalCurrency
  levro check FILE… [options]    the pairs of a lev and a euro price that are not exact to the cent, as one JSON object
  levro apply FILE --out OUT     your own file with the converted prices in it, everything else as it was
  levro apply FILE… --out-dir DIR  the same for several files
  levro sql --dialect D          the conversion as an SQL expression and as a function, for prices in a database
  levro admin …                  administration of accounts; see levro admin --help

FILE is a price list, or any other file with such content:
${EXTENSION_LIST};
- is standard input. A packed file is written packed; of an archive apply converts every list, inspect reads one, and
convert and check ask which (--sheet).
Of a folder every file is read, but for pictures and hidden ones. Of several files, or a folder, each result is a file of its own in
--out-dir; without it, inspect and check print one line of JSON for each. One that fails or asks leaves the others alone.
Long delimited text whose rows can be read one by one is a stream, of any size; other files may have 500 MB at most.
Standard input is first copied to the folder of temporary files (TMPDIR), which needs room for it.

Options:
  --from ${CODES}        currency of prices that name none (default: what the file states around its table, else ${NATIONAL})
  --all-in ${CODES}      currency of every price, where titles, number formats and statements disagree
  --to ${CODES}          prices in this currency are left as they are (default: every price is converted)
  --totals HOW          rows that may be totals: omit leaves them out, keep converts them; sure totals are left out unless it
                        is convert, which converts every row
  --sheet NAME          sheet of a workbook (default: the first visible one with data), or path of a file in an archive
  --header ROW          number of the row with the titles, counted from 1, or none (default: found)
  --name COLUMN         column of the names
  --price COLUMN        column of the prices; needed when no header names one. More than once: each of these columns
  --place PLACE         of apply, where the new prices go: after (next to each price; the default), end, or replace. In a workbook after
                        becomes end where formulas, tables or pictures would have to move
  --mixed M             of apply with --place replace, for prices of both currencies in one column: eur or bgn (all in that
                        one; those in it already stay as they are) or mark (each in the other, written beside it)
  --currency COLUMN     column of the currencies
  --direction D         of check, which price is the original: bgn-eur (the lev price), eur-bgn (the euro price), or
                        either (default: right when it fits in one direction)
  --bgn, --eur COLUMN   of check, the columns of the lev and the euro price; both or neither (default: found)
  --encoding E          utf-8, utf-16le, utf-16be, windows-1251, windows-1252, ibm866, mik, x-mac-cyrillic, koi8-r, iso-8859-5
  --delimiter D         one of ; , | or tab
  --ambiguous READING   decimal or thousands: how prices like '12,500' are read where their column does not tell
  --out FILE            write the result there instead of to standard output; apply always needs it (- is standard output)
  --recipe FILE         choices of an earlier file (columns, currency, answers) for the options that are not given; what it does not
                        answer is asked. What is used of it is written to standard error
  --save-recipe OUT     of inspect, write the columns that were read and the other options as such a file
  --out-dir DIR         of several files, write the results into this folder, in the layout of the folders that were read; of an
                        archive with several lists convert, inspect and check read each
  --quiet               write nothing but errors to standard error
  --limit N             rows of data read at most (default: all)
  --dialect D           of sql: duckdb, postgres, mysql (MariaDB too), sqlite, mssql, spark or bigquery
  --column COLUMN       of sql, the column of the prices (default: price)
  --help                this text

COLUMN is the title in the header row (in any case), else a letter (B) or a number from 1.

Exit status: 0 done; 1 the file cannot be read, has no valid row, or asks for an answer (--price, --from, --totals,
--ambiguous or --mixed) before anything is converted; 2 wrong usage. Of several files 1 is for any of them.
Of check: 0 every pair is exact; 1 some are not, and they are printed; or, with nothing printed but a sentence on standard
error, 1 the file cannot be read, has not both prices, or needs --bgn and --eur or --ambiguous; 2 wrong usage.
`
