import { Table } from 'antd'
import { operatorLlmModels } from '#contract/operator/llm.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Every version of a model's price, newest first. */
function TokenPriceVersions({ model_id: modelId }: { model_id: string }) {
  const { data, error, refetch } = useEndpoint(operatorLlmModels.prices, {
    params: { id: modelId },
    query: { page_size: 100 },
  })
  return (
    <PagePanel title="价格版本（元 / 百万词元）" flush>
      <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={2} />}>
        {(rows) => (
          <Table
            rowKey="id"
            size="middle"
            dataSource={rows}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '还没有价格，申请调价并获批后出现第 1 版' }}
            columns={[
              { title: '版本', render: (_, row) => `第 ${row.version} 版` },
              { title: '输入', align: 'end', render: (_, row) => <YuanAmount amount={row.input} bare /> },
              { title: '命中缓存', align: 'end', render: (_, row) => <YuanAmount amount={row.cached_input} bare /> },
              { title: '输出', align: 'end', render: (_, row) => <YuanAmount amount={row.output} bare /> },
              { title: '生效', render: (_, row) => <TimeText at={row.since} /> },
              { title: '失效', render: (_, row) => <TimeText at={row.until} none="现行" /> },
              { title: '调用', align: 'end', render: (_, row) => row.calls },
              { title: '费用（元）', align: 'end', render: (_, row) => <YuanAmount amount={row.cost} bare /> },
            ]}
          />
        )}
      </AsyncView>
    </PagePanel>
  )
}

/** A model, its price history and its change history. */
export default function LlmModelShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <TokenPriceVersions key={Number(row.price_version)} model_id={row.id} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
