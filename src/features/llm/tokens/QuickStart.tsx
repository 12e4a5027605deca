import { Segmented } from 'antd'
import { useState } from 'react'
import type { LlmModel } from '#contract/llm-models.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { CodeBlock } from '#src/ui/markdown/CodeBlock.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { type Language, languages, quickStart } from './quick-start.ts'

interface Props {
  base_url: string | undefined
  models: readonly LlmModel[] | undefined
}

/** A first request that works as it is, once the key is filled in. */
export function QuickStart({ base_url, models }: Props) {
  const [language, setLanguage] = useState<Language>('curl')
  const model = models?.find(({ kind }) => kind === 'chat')?.id
  return (
    <Panel
      title="快速开始"
      extra={
        <Segmented<Language>
          aria-label="语言"
          value={language}
          onChange={(chosen) => setLanguage(chosen)}
          options={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
        />
      }
    >
      {base_url && model ? <CodeBlock text={quickStart(language, { base_url, model })} /> : <SkeletonRows rows={5} columns={1} />}
    </Panel>
  )
}
