"""What an accountant's script does: Python's own csv and decimal. csv-decimal.py IN OUT ENCODING"""

import csv
import sys
from decimal import ROUND_HALF_UP, Decimal

RATE = Decimal('1.95583')
CENT = Decimal('0.01')

source, target, encoding = sys.argv[1:]
with open(source, newline='', encoding=encoding) as read, open(target, 'w', newline='', encoding=encoding) as written:
    rows = csv.reader(read, delimiter=';')
    out = csv.writer(written, delimiter=';')
    out.writerow(next(rows) + ['EUR'])
    for row in rows:
        euros = (Decimal(row[6].replace(',', '.')) / RATE).quantize(CENT, ROUND_HALF_UP)
        out.writerow(row + [str(euros).replace('.', ',')])
