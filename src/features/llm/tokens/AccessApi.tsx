import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { type LlmModel, llmKinds } from '#contract/llm-models.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import List from '#src/admin/list/ResourceListPage.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { CodeBlock } from '#src/ui/markdown/CodeBlock.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './AccessApi.module.css'
import { buildSample, type SampleLanguage, sampleLanguages } from './sample-requests.ts'
import { useLlmGateway, useLlmModels } from './use-models.ts'

/** Available models with their input limits and prices. */
function ModelPrices({ query }: { query: ReturnType<typeof useLlmModels> }) {
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

interface QuickStartProps {
  base_url: string | undefined
  models: readonly LlmModel[] | undefined
}

/** A sample request that works once the key is set. */
function QuickStart({ base_url: baseUrl, models }: QuickStartProps) {
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const model = models?.find(({ kind }) => kind === 'chat')?.id
  return (
    <PagePanel
      title="快速开始"
      extra={
        <Segmented<SampleLanguage>
          aria-label="语言"
          value={language}
          onChange={(chosen) => setLanguage(chosen)}
          options={Object.entries(sampleLanguages).map(([value, label]) => ({ value: value as SampleLanguage, label }))}
        />
      }
    >
      {baseUrl && model ? (
        <CodeBlock text={buildSample[language]({ base_url: baseUrl, model })} />
      ) : (
        <SkeletonRows rows={5} columns={1} />
      )}
    </PagePanel>
  )
}

const Playground = lazyPart(() => import('./playground/Playground.tsx'))

/** API address, keys, model prices, and a playground. */
export default function AccessApi({ resource }: { resource: Resource }) {
  const gateway = useLlmGateway()
  const models = useLlmModels()
  return (
    <div className={styles.page}>
      <List resource={resource} />
      <ModelPrices query={models} />
      <PagePanel title="试用">
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <Playground models={models.data?.filter(({ kind }) => kind === 'chat')} />
        </Suspense>
      </PagePanel>
      <QuickStart base_url={gateway.data?.base_url} models={models.data} />
    </div>
  )
}
