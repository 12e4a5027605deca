import { llmKinds } from '#contract/llm-models.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatCount } from '#src/ui/count-text.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { useLlmModels } from './use-models.ts'

/** The models on offer, what each takes and what it costs. */
export function ModelPrices({ query }: { query: ReturnType<typeof useLlmModels> }) {
  return (
    <PagePanel title="模型与价格（元 / 百万词元）">
      <AsyncView
        data={query.data}
        error={query.error}
        errorTitle="模型加载失败"
        onRetry={() => void query.refetch()}
        skeleton={<SkeletonRows rows={3} columns={5} />}
      >
        {(models) =>
          models.length === 0 ? (
            <EmptyState title="还没有上架的模型" hint="平台上架模型之后，这里列出编号、上下文长度和价格。" />
          ) : (
            <MoneyTable
              caption="模型与价格"
              heads={['模型', '类型', '上下文（词元）', '图片（词元/张）', '回答数（n）', '输入', '命中缓存', '输出']}
              numbers={2}
              rows={models.map(
                ({ id, kind, context_length: contextLength, image_tokens: imageTokens, max_choices: maxChoices, price }) => ({
                  key: id,
                  cells: [
                    <CopyText key="id" text={id} label={`复制模型编号 ${id}`} mono />,
                    llmKinds[kind],
                    formatCount(contextLength),
                    imageTokens === null ? '—' : `最多 ${formatCount(imageTokens)}`,
                    maxChoices === 1 ? '1' : `1–${maxChoices}`,
                    <YuanAmount key="input" amount={price.input} bare />,
                    <YuanAmount key="cached" amount={price.cached_input} bare />,
                    kind === 'chat' ? <YuanAmount key="output" amount={price.output} bare /> : '—',
                  ],
                }),
              )}
            />
          )
        }
      </AsyncView>
    </PagePanel>
  )
}
