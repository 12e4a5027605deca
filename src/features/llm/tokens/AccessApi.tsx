import { Suspense } from 'react'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import List from '#src/admin/list/ResourceListPage.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './AccessApi.module.css'
import { ModelPrices } from './ModelPrices.tsx'
import { QuickStart } from './QuickStart.tsx'
import { useLlmGateway, useLlmModels } from './use-models.ts'

const Playground = lazyPart(() => import('./playground/Playground.tsx'))

/** Where to send requests, the keys to sign them with, what the models cost, and a place to try them. */
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
