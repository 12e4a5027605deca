import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './EntryPanel.module.css'

/** An author's Markdown text; its renderer loads when there is something to show. */
export const ReadmeText = lazyPart<{ source: string }>(async () => ({
  default: (await import('#src/ui/markdown/Markdown.tsx')).Markdown,
}))

export const Readme = ({ source }: { source: string }) => (
  <Suspense fallback={<SkeletonRows rows={6} columns={1} />}>
    <div className={styles.readme}>
      <ReadmeText source={source} />
    </div>
  </Suspense>
)
