import { operatorLlmModels } from '#contract/operator/llm.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { PriceVersionsPanel } from '#src/operator/shared/PriceVersionsPanel.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Every version of a model's price, newest first. */
function TokenPriceVersions({ model_id: modelId }: { model_id: string }) {
  const versions = useEndpoint(operatorLlmModels.prices, { params: { id: modelId }, query: { page_size: 100 } })
  return (
    <PriceVersionsPanel
      title="价格版本（元 / 百万词元）"
      versions={versions}
      figures={[
        { title: '输入', render: ({ input }) => <YuanAmount amount={input} bare /> },
        { title: '命中缓存', render: ({ cached_input: cached }) => <YuanAmount amount={cached} bare /> },
        { title: '输出', render: ({ output }) => <YuanAmount amount={output} bare /> },
        { title: '调用', render: ({ calls }) => formatCount(calls) },
        { title: '费用（元）', render: ({ cost }) => <YuanAmount amount={cost} bare /> },
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
