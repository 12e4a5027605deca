import { Button, Select } from 'antd'
import { Link, useSearchParams } from 'react-router-dom'
import { llm_bills } from '#contract/llm-bills.ts'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { Month } from './MonthBillDetail.tsx'
import { monthText } from './month-text.ts'
import { useMonthExport } from './use-month-export.ts'

/** What the large-model API cost in a month, by model and by key; the same as the ledger says (product §9). */
export default function MonthBill() {
  const [search, setSearch] = useSearchParams()
  const months = useEndpoint(llm_bills.months)
  const asked = search.get('month')
  const shown = months.data?.find(({ month }) => month === asked) ?? months.data?.[0]
  const { exporting, start } = useMonthExport(shown?.month)
  return (
    <>
      <PageHeader
        title="月账单"
        meaning="每个月用了哪些模型、哪把密钥，花了多少。合计与收支明细里的大模型用量一致。"
        actions={
          shown && (
            <>
              <Select
                aria-label="月份"
                value={shown.month}
                onChange={(month) => setSearch({ month })}
                options={months.data?.map(({ month }) => ({ value: month, label: monthText(month) })) ?? []}
              />
              <Button icon={<Icon name="download" />} loading={exporting} onClick={() => void start()}>
                导出
              </Button>
            </>
          )
        }
      />
      <AsyncView
        data={months.data}
        error={months.error}
        errorTitle="月账单加载失败"
        onRetry={() => void months.refetch()}
        skeleton={
          <Panel>
            <SkeletonRows rows={6} columns={3} />
          </Panel>
        }
      >
        {() =>
          shown ? (
            <Month key={shown.month} month={shown.month} />
          ) : (
            <Panel>
              <EmptyState
                title="还没有账单"
                hint="调用一次大模型之后，这里按月列出花费。"
                action={<Link to={paths.access_api}>去接入</Link>}
              />
            </Panel>
          )
        }
      </AsyncView>
    </>
  )
}
