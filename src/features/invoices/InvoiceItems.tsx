import { Link } from 'react-router-dom'
import type { InvoiceDetail } from '#contract/invoices.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

type Item = InvoiceDetail['items'][number]

const toItemPath = ({ id, kind, day }: Item) =>
  kind === 'order' ? paths.myOrder(id.slice('order:'.length)) : paths.consumptionOf({ day })

/** Items of an invoice; `linked` adds links to the spending behind them, for the owner. */
export function InvoiceItems({ invoice: { items, amount }, linked = false }: { invoice: InvoiceDetail; linked?: boolean }) {
  const rows = items.map((item) => ({
    key: item.id,
    cells: [
      item.day,
      linked && !item.account ? (
        <Link key="item" to={toItemPath(item)}>
          {item.title}
        </Link>
      ) : (
        item.title
      ),
      item.account ? `子账号 ${item.account.nickname}` : '本账号',
      <YuanAmount key="amount" amount={item.amount} bare />,
    ],
  }))
  return (
    <PagePanel title={`开票项目，${items.length} 项`} extra={<YuanAmount amount={amount} as="price" />} flush>
      <MoneyTable caption="开票项目" heads={['日期', '项目', '账号', '金额（元）']} numbers={3} rows={rows} />
    </PagePanel>
  )
}
