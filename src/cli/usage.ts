export const USAGE = `levro: prices of a catalogue in lev and euro, at the fixed rate 1 EUR = 1.95583 BGN

Usage:
  levro inspect FILE [options]   what the file is and how it would be read, as one JSON object
  levro convert FILE [options]   the converted rows as CSV: seq,name,bgn,eur,status,originalPrice,originalCurrency
  levro admin …                  administration of accounts; see levro admin --help

FILE is a catalogue: .csv, .xlsx, .xls, .xlsm, .xlsb or .json.

Options:
  --from BGN|EUR        currency of rows that name none (default BGN)
  --sheet NAME          sheet of a workbook (default: the first visible one with data)
  --header ROW          number of the row with the titles, counted from 1, or none (default: found)
  --name COLUMN         column of the names
  --price COLUMN        column of the prices; needed when no header names one
  --currency COLUMN     column of the currencies
  --encoding E          utf-8, utf-16le, utf-16be, windows-1251, windows-1252, ibm866, x-mac-cyrillic, koi8-r, iso-8859-5
  --delimiter D         one of ; , | or tab
  --ambiguous READING   decimal or thousands: how prices like '12,500' are read where their column does not tell
  --out FILE            write the result there instead of to standard output
  --limit N             rows of data read at most (default 2000000)
  --help                this text

COLUMN is the title in the header row (in any case), else a letter (B) or a number from 1.

Exit status: 0 done; 1 the file cannot be read, has no valid row, or needs --price or --ambiguous; 2 wrong usage.
`
