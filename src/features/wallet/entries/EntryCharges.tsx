import { Link } from 'react-router-dom'
import type { LedgerEntryDetail } from '#contract/ledger-entries.ts'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { paths } from '#src/paths.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** The seconds one settlement has charged, by instance and segment. */
export function EntryCharges({ charges }: Pick<LedgerEntryDetail, 'charges'>) {
  return (
    <MoneyTable
      caption="逐段扣费"
      heads={['实例', '这一段从', '计费秒', '单价（元/小时）', '金额（元）', '其中代金券（元）']}
      rows={charges.map((charge) => ({
        key: `${charge.segment_id}-${charge.from_s}`,
        cells: [
          <Link key="instance" to={paths.consumptionOf({ instance_id: charge.instance_id })}>
            {charge.instance_name}
          </Link>,
          formatTimeExact(charge.started_at),
          `${charge.from_s}–${charge.to_s}`,
          <YuanAmount key="price" amount={charge.price_hour} bare />,
          <YuanAmount key="amount" amount={charge.amount} bare />,
          <YuanAmount key="voucher" amount={charge.voucher} bare />,
        ],
      }))}
      numbers={3}
    />
  )
}
