import { operatorLlmModels } from '#contract/operator/llm.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { PriceVersionsPanel } from '#src/operator/shared/PriceVersionsPanel.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Every version of a model's price, newest first. */
function TokenPriceVersions({ model_id: modelId }: { model_id: string }) {
  const versions = useEndpoint(operatorLlmModels.prices, { params: { id: modelId }, query: { page_size: 100 } })
  return (
    <PriceVersionsPanel
      title="价格版本（元 / 百万词元）"
      versions={versions}
      prices={[
        { title: '输入', align: 'end', render: (_, row) => <YuanAmount amount={row.input} bare /> },
        { title: '命中缓存', align: 'end', render: (_, row) => <YuanAmount amount={row.cached_input} bare /> },
        { title: '输出', align: 'end', render: (_, row) => <YuanAmount amount={row.output} bare /> },
      ]}
      sales={[
        { title: '调用', align: 'end', render: (_, row) => row.calls },
        { title: '费用（元）', align: 'end', render: (_, row) => <YuanAmount amount={row.cost} bare /> },
      ]}
    />
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
