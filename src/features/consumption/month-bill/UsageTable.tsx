import { Link } from 'react-router-dom'
import type { LlmSums } from '#contract/llm-bills.ts'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatCount } from '#src/ui/count-text.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

interface Row extends LlmSums {
  key: string
  name: string
  /** Its calls. */
  to: string
}

/** What each of them used and cost, the dearest first. */
export const UsageTable = ({ caption, subject, rows }: { caption: string; subject: string; rows: readonly Row[] }) => (
  <MoneyTable
    caption={caption}
    heads={[subject, '调用', '输入（词元）', '命中缓存', '输出（词元）', '费用（元）']}
    numbers={1}
    rows={rows.map((row) => ({
      key: row.key,
      cells: [
        <Link key="name" to={row.to}>
          {row.name}
        </Link>,
        formatCount(row.calls),
        formatCount(row.prompt_tokens),
        formatCount(row.cached_tokens),
        formatCount(row.completion_tokens),
        <YuanAmount key="cost" amount={row.cost} bare />,
      ],
    }))}
  />
)
