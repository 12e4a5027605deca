import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { llmBills } from '#contract/llm-bills.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { toast } from '#src/ui/toast.ts'
import { MonthBillDetail } from './MonthBillDetail.tsx'
import { formatMonth } from './month-text.ts'

/** The month as a file, written by the server. */
function useMonthExport(month: string | undefined): { exporting: boolean; start: () => Promise<void> } {
  const [exporting, setExporting] = useState(false)
  const start = async () => {
    if (!month) return
    setExporting(true)
    try {
      const { blob, name } = await fetchFile(llmBills.month_export, { params: { month } })
      saveAsFile(name ?? `大模型月账单-${month}.csv`, blob)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '导出失败，请重试')
    } finally {
      setExporting(false)
    }
  }
  return { exporting, start }
}

/** What the large-model API cost in a month, by model and by key; the same as the ledger says (product §9). */
export default function MonthBill() {
  const [search, setSearch] = useSearchParams()
  const months = useEndpoint(llmBills.months)
  const asked = search.get('month')
  const shown = months.data?.find(({ month }) => month === asked) ?? months.data?.[0]
  const { exporting, start } = useMonthExport(shown?.month)
  return (
    <>
      <PageHeading
        title="月账单"
        meaning="每个月用了哪些模型、哪把密钥，花了多少。合计与收支明细里的大模型用量一致。"
        actions={
          shown && (
            <>
              <Select
                aria-label="月份"
                value={shown.month}
                onChange={(month) => setSearch({ month })}
                options={months.data?.map(({ month }) => ({ value: month, label: formatMonth(month) })) ?? []}
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
          <PagePanel>
            <SkeletonRows rows={6} columns={3} />
          </PagePanel>
        }
      >
        {() =>
          shown ? (
            <MonthBillDetail key={shown.month} month={shown.month} />
          ) : (
            <PagePanel>
              <EmptyState
                title="还没有账单"
                hint="调用一次大模型之后，这里按月列出花费。"
                action={<Link to={paths.accessApi}>去接入</Link>}
              />
            </PagePanel>
          )
        }
      </AsyncView>
    </>
  )
}
