import { Segmented } from 'antd'
import { useState } from 'react'
import type { LlmModel } from '#contract/llm-models.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { CodeBlock } from '#src/ui/markdown/CodeBlock.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { buildQuickStart, type SampleLanguage, sampleLanguages } from './quick-start.ts'

interface Props {
  base_url: string | undefined
  models: readonly LlmModel[] | undefined
}

/** A first request that works as it is, once the key is filled in. */
export function QuickStart({ base_url: baseUrl, models }: Props) {
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
        <CodeBlock text={buildQuickStart(language, { base_url: baseUrl, model })} />
      ) : (
        <SkeletonRows rows={5} columns={1} />
      )}
    </PagePanel>
  )
}
