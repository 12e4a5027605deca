import { Suspense } from 'react'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'

const Markdown = lazyPart(async () => ({ default: (await import('#src/ui/markdown/Markdown.tsx')).Markdown }))

/** An announcement as its readers see it, and its history. */
export default function AnnouncementShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={operatorAnnouncements.get}>
      {({ id, content }) => (
        <ShowPanels>
          <PagePanel title="正文">
            <Suspense fallback={content}>
              <Markdown source={content} />
            </Suspense>
          </PagePanel>
          <RowHistory resource={resource} id={id} />
        </ShowPanels>
      )}
    </Show>
  )
}
